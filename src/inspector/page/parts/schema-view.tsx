import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { describeSchema, type SchemaNode } from '../data/schema.ts'
import { Section } from './section.tsx'
import { Json, Text } from './text.tsx'

interface Props {
  readonly title: string
  readonly schema: object
  /** Where it was read. */
  readonly from: string
}

/** A JSON Schema as a list of properties, or as it is. */
export function SchemaView({ title, schema, from }: Props): VNode {
  const [isRaw, setRaw] = useState(false)
  return (
    <Section
      title={title}
      side={
        <button type="button" class="small" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
          JSON<span class="visually-hidden"> of {title.toLowerCase()}</span>
        </button>
      }
    >
      <p class="note">{from}</p>
      {isRaw ? (
        <Json value={schema} label={`${title}, JSON Schema`} />
      ) : (
        <Whole node={describeSchema(schema)} />
      )}
    </Section>
  )
}

function Whole({ node }: { readonly node: SchemaNode }): VNode {
  const isObjectOnly = node.type === 'object' && node.children.length > 0
  if (!isObjectOnly) {
    return (
      <ul class="schema">
        <Node node={node} />
      </ul>
    )
  }
  return (
    <>
      {node.description !== undefined && (
        <p>
          <Text>{node.description}</Text>
        </p>
      )}
      <Nodes nodes={node.children} />
      {node.facts.length > 0 && <Facts facts={node.facts} />}
    </>
  )
}

function Nodes({ nodes }: { readonly nodes: readonly SchemaNode[] }): VNode {
  return (
    <ul class="schema">
      {nodes.map((node, index) => (
        <Node node={node} key={`${index} ${node.name}`} />
      ))}
    </ul>
  )
}

function Node({ node }: { readonly node: SchemaNode }): VNode {
  const { name, type, required, description, facts, children } = node
  return (
    <li>
      <div class="schema-line">
        {name !== '' && (
          <code class="name">
            <Text>{name}</Text>
          </code>
        )}
        <code class="type">
          <Text>{type}</Text>
        </code>
        {required && <span class="required">required</span>}
      </div>
      {description !== undefined && (
        <p>
          <Text>{description}</Text>
        </p>
      )}
      {facts.length > 0 && <Facts facts={facts} />}
      {children.length > 0 && <Nodes nodes={children} />}
    </li>
  )
}

function Facts({ facts }: { readonly facts: readonly string[] }): VNode {
  return (
    <p class="facts">
      <Text>{facts.join(' · ')}</Text>
    </p>
  )
}
