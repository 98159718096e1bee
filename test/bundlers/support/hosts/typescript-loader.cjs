const { transform } = require('esbuild')

/** Takes the types out, for webpack, which has nothing of its own for that. */
module.exports = function readsTypeScript(code, map) {
  const done = this.async()
  const comment =
    map === undefined || map === null
      ? ''
      : `\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`
  const loader = this.resourcePath.endsWith('x') ? 'tsx' : 'ts'
  transform(code + comment, {
    loader,
    sourcefile: this.resourcePath,
    sourcemap: true,
    ...this.getOptions(),
  }).then(({ code, map }) => done(null, code, { ...JSON.parse(map), sources: [this.resourcePath] }), done)
}
