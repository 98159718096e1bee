import type { VNode } from 'preact'
import type { InspectedShadow } from '../../state.ts'
import { PlaceLink } from './place-link.tsx'
import { Section } from './section.tsx'
import { Code } from './text.tsx'

/** What something of the same ID hides, as a table. */
export function Shadows({ shadows }: { readonly shadows: readonly InspectedShadow[] }): VNode | null {
  if (shadows.length === 0) return null
  return (
    <Section title="Hides">
      <p class="note">The same ID is offered from elsewhere too. This one has the higher rank and wins.</p>
      <div class="table">
        <table>
          <thead>
            <tr>
              <th scope="col">Scope</th>
              <th scope="col">Origin</th>
              <th scope="col">File</th>
            </tr>
          </thead>
          <tbody>
            {shadows.map(({ scope, origin, file }) => (
              <tr key={`${scope} ${origin} ${file}`}>
                <td>
                  <Code>{scope}</Code>
                </td>
                <td>{origin === undefined ? '–' : <Code>{origin}</Code>}</td>
                <td>{file === undefined ? '–' : <PlaceLink place={{ file }} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}
