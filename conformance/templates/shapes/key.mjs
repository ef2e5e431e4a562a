// Your key function behind loopspec's protocol 1: the part of a guard that says when two calls are the same.

import { createInterface } from 'node:readline';

console.log = console.error; // only answers go to standard output, whatever your guard prints

// What your function takes and has, and what JSON.parse does; see `loopspec explain protocol`.
const profile = { takes: 'json', has: ['tool'], choices: { numbers: 'binary64' }, waives: ['identity.duplicate-names', 'identity.depth'] };
const hello = { protocol: 1, implementation: { name: 'my-key', version: '0.1.0', language: 'javascript' }, policies: { identity: profile } };

function key(tool, args) { // YOUR FUNCTION GOES HERE: delete this sample and import yours; equal keys are the same call.
  return JSON.stringify([tool, args], inOrder);
}
const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const inOrder = (_, value) => (isObject(value) ? Object.fromEntries(Object.keys(value).sort().map((name) => [name, value[name]])) : value);

// Do what your host does, nothing more: if it hands over parsed arguments, parse them here; if it hands over the text, pass on the text.
async function answer(step) {
  return { key: await key(step.key.tool, JSON.parse(step.key.args)) };
}

// Lifetimes. A case is a process of your users, an open is a run. Build once a case what they build once a process, and at each open
// what they build for a run. Nothing survives a case. (A key function has no runs.)
function runCase(steps) {
  return Promise.all(steps.map(answer));
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, op, steps } = JSON.parse(line);
  const ok = op === 'case' ? runCase(steps) : op === 'hello' ? hello : {};
  const reply = await Promise.resolve(ok).then((ok) => ({ ok }), (error) => ({ error: { message: String(error) } }));
  process.stdout.write(`${JSON.stringify({ id, ...reply })}\n`);
}
