import { render } from 'preact'
import { App } from './app.tsx'
import { stayLive } from './data/live.ts'
import { followUrl } from './data/route.ts'
import { applyTheme } from './data/theme.ts'

applyTheme()
followUrl()
render(<App />, document.getElementById('app')!)
stayLive()
