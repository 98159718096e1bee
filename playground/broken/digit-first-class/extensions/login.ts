import { type Module, multiClass } from 'unplugin-module-registry/runtime'

@multiClass()
export class Password implements Module {
  execute = () => 'password'
}

export class _2FA implements Module {
  execute = () => 'second factor'
}
