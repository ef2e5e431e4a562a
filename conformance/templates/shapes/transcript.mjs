// Your guard behind loopspec's protocol 1, as a host drives it that hands over the whole conversation before each request to the model.

import { createInterface } from 'node:readline';

console.log = console.error; // only answers go to standard output, whatever your guard prints

// What your guard takes, hears and has, and what JSON.parse does; see `loopspec explain protocol`. A reminder at 3, 5, 8 claims 'repeat-reminder' instead of 'any'.
const profile = {
  takes: 'object', hears: ['follow-up', 'failed'], has: ['tool', 'interleave'],
  choices: { numbers: 'binary64' }, waives: ['identity.duplicate-names', 'identity.depth'],
};
const hello = { protocol: 1, implementation: { name: 'my-guard', version: '0.1.0', language: 'javascript' }, policies: { any: profile } };

function guard(messages) { // YOUR GUARD GOES HERE: delete this sample, import yours, and call it in `answer`.
  const since = messages.findLastIndex(({ role }) => role === 'user') + 1;
  const calls = messages.slice(since).flatMap(({ toolCalls = [] }) => toolCalls.map((call) => JSON.stringify(call, inOrder)));
  const [one, two, three] = calls.slice(-3);
  return three !== undefined && one === two && two === three ? 'Stopped: the same call three times in a row.' : null;
}
const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const inOrder = (_, value) => (isObject(value) ? Object.fromEntries(Object.keys(value).sort().map((name) => [name, value[name]])) : value);

// Do what your host does, nothing more. If the host never tells the guard about something, neither does this, and `hears` says so.
// An answer holds what happened: refused and shown (answered instead of run), shown (another result), notices (a message after), stop (the end).
async function answer(run, { input, round }) {
  if (input) {
    run.messages.push({ role: 'user', content: input.text });
    run.stopped = false;
  }
  if (run.stopped) return { ended: true };
  if (!round) return {};
  run.messages.push({ role: 'assistant', toolCalls: round.calls.map(({ tool, args }) => ({ tool, args: JSON.parse(args) })) });
  run.messages.push(...round.calls.map(({ id, result }) => ({ role: 'tool', id, content: result.visible })));
  const stop = await guard(run.messages);
  run.stopped = stop !== null;
  return { stop }; // to say something and go on: { notices: [{ text: … }] }
}

// Lifetimes. A case is a process of your users, an open is a run. Build once a case what they build once a process, and at each open
// what they build for a run. Nothing survives a case.
async function runCase(steps) {
  const [runs, answers] = [{}, []];
  for (const step of steps) {
    if (step.open) runs[step.run ?? 'a'] = { messages: [], stopped: false };
    answers.push(await answer(runs[step.run ?? 'a'], step));
  }
  return answers;
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, op, steps } = JSON.parse(line);
  const ok = op === 'case' ? runCase(steps) : op === 'hello' ? hello : {};
  const reply = await Promise.resolve(ok).then((ok) => ({ ok }), (error) => ({ error: { message: String(error) } }));
  process.stdout.write(`${JSON.stringify({ id, ...reply })}\n`);
}
