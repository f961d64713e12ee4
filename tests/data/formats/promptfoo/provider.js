// What a made model answers: by version, the text and the repeat.
const ANSWERS = {
  'I was charged twice.': { v1: ['billing', 'billing'], v2: ['billing', 'technical'] },
  'The app crashes at start.': { v1: ['technical', 'technical'], v2: ['Class: technical', 'technical'] },
  'My invoice is missing.': { v1: ['billing', 'billing'], v2: ['ERROR', 'billing'] },
  'Thank you!': { v1: ['REFUSED', 'other'], v2: ['other', 'other'] },
};
const turns = {};

module.exports = class {
  constructor(options) {
    this.config = options.config;
  }

  id() {
    return `made:${this.config.version}`;
  }

  async callApi(prompt, context) {
    const key = `${this.config.version} ${prompt}`;
    const turn = (turns[key] = (turns[key] ?? -1) + 1);
    const said = ANSWERS[context.vars.ticket][this.config.version][turn % 2];
    if (said === 'ERROR') return { error: 'API error: 400 context too long' };
    const cost = this.config.version === 'v1' ? 0.0001 : 0.0004;
    const known = { tokenUsage: { total: 22, prompt: 21, completion: 1 }, cost, latencyMs: 100 + 50 * turn };
    if (said === 'REFUSED') return { output: 'I cannot help with that.', isRefusal: true, ...known };
    return { output: said, ...known };
  }
};
