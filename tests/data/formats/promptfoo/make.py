"""Results of promptfoo of a provider that is made up: `python make.py FOLDER PROMPTFOO`."""

import subprocess
import sys
from pathlib import Path

PROVIDER = """\
// What a made model answers: by version, the text and the repeat.
const ANSWERS = {
  'I was charged twice.': { v1: ['billing', 'billing'], v2: ['billing', 'technical'] },
  'The app crashes at start.': {
    v1: ['technical', 'technical'],
    v2: ['Class: technical', 'technical'],
  },
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
    const tokenUsage = { total: 22, prompt: 21, completion: 1 };
    const known = { tokenUsage, cost, latencyMs: 100 + 50 * turn };
    const no = { output: 'I cannot help with that.', isRefusal: true };
    if (said === 'REFUSED') return { ...no, ...known };
    return { output: said, ...known };
  }
};
"""
CONFIGURATION = """\
description: tickets
prompts:
  - label: short
    raw: 'Classify as billing, technical or other: {{ticket}}'
providers:
  - id: file://provider.js
    label: made-v1
    config: { version: v1, temperature: 0 }
  - id: file://provider.js
    label: made-v2
    config: { version: v2, temperature: 0.7 }
defaultTest:
  assert:
    - type: equals
      value: '{{topic}}'
tests:
  - vars: { ticket: 'I was charged twice.', topic: billing }
  - vars: { ticket: 'The app crashes at start.', topic: technical }
  - vars: { ticket: 'My invoice is missing.', topic: billing }
  - vars: { ticket: 'Thank you!', topic: other }
"""

folder = Path(sys.argv[1])
(folder / "provider.js").write_text(PROVIDER)
(folder / "promptfooconfig.yaml").write_text(CONFIGURATION)
options = ["--repeat", "2", "--no-cache", "-j", "1", "-o", "results.json", "-o", "results.csv"]
subprocess.run([sys.argv[2], "eval", *options], cwd=folder, check=False)  # 100: a test failed
