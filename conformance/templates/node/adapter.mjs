// A guard in JavaScript behind protocol 1: copy it with guard.mjs, put your guard there, run `loopspec check -- node adapter.mjs`.

import { createInterface } from 'node:readline';
import { ConfigError, RepeatGuard } from './guard.mjs';

// JSON.parse keeps the last member of a name, so that rule is waived.
const profile = { takes: 'raw', choices: { numbers: 'binary64' }, waives: ['identity.duplicate-names'] };
const implementation = { name: 'sample-guard', version: '0.1.0', language: 'javascript' };
const hello = { protocol: 1, implementation, policies: { 'repeat-reminder': profile } };

// Lifetimes: a case is a process of your users, an open is a run. Build here what they build once a process. Nothing survives a case.
function runCase(steps) {
  const runs = new Map();
  return steps.map((step) => answer(runs, step.run ?? 'a', step));
}

// Do what your host does, nothing more: what it never tells the guard, leave out here, and say so in the profile.
function answer(runs, run, step) {
  if (step.open) {
    try {
      runs.set(run, new RepeatGuard(step.open));
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      runs.set(run, null);
      return { rejected: error.message };
    }
  } else if (runs.get(run) === null) {
    return { ended: true };
  } else if (step.round) {
    const message = runs.get(run).round(step.round.calls);
    return message ? { notices: [{ role: message.role, text: message.content }] } : {};
  } else if (step.input) {
    runs.get(run).externalInput();
  }
  return {}; // a rewrite: this host does not tell the guard
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, op, steps } = JSON.parse(line);
  let reply;
  try {
    reply = { ok: op === 'case' ? runCase(steps) : op === 'hello' ? hello : {} };
  } catch (error) {
    reply = { error: { message: String(error) } };
  }
  process.stdout.write(`${JSON.stringify({ id, ...reply })}\n`);
}
