import { type Module, multiClass } from 'unplugin-module-registry/runtime'

interface Text {
  text: string
}

@multiClass()
export class TitleCase implements Module<Text, string> {
  readonly description = 'Writes Every Word With a Capital, but short ones in the middle.'
  readonly tags = ['text', 'case']

  execute({ text }: Text): string {
    const small = /^(a|an|and|at|but|by|for|in|of|on|or|the|to|with)$/
    return text
      .toLowerCase()
      .split(/\s+/)
      .map((word, index) =>
        index > 0 && small.test(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
      )
      .join(' ')
  }
}

export class SnakeCase implements Module<Text, string> {
  readonly description = 'Turns a name in any spelling into snake_case.'
  readonly tags = ['text', 'case', 'code']

  execute({ text }: Text): string {
    return words(text).join('_')
  }
}

/** The capitals in front make one segment: `text.case_tools.url_slug`. */
export class URLSlug implements Module<Text, string> {
  readonly description = 'Makes the last part of a web address out of a headline.'
  readonly tags = ['text', 'case', 'web']

  execute({ text }: Text): string {
    return words(text.normalize('NFKD').replace(/\p{Mark}/gu, '')).join('-')
  }
}

function words(text: string): string[] {
  return text
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}
