// Your guard behind loopspec's protocol 1, as a host drives it that hands over all calls of one response and adds what the guard says.

import { createInterface } from 'node:readline';

console.log = console.error; // only answers go to standard output, whatever your guard prints

// What your guard takes, hears and has, and what JSON.parse does; see `loopspec explain protocol`. A reminder at 3, 5, 8 claims 'repeat-reminder' instead of 'any'.
const profile = {
  takes: 'object', hears: ['follow-up', 'failed'], has: ['tool', 'interleave'],
  choices: { numbers: 'binary64' }, waives: ['identity.duplicate-names', 'identity.depth'],
};
const hello = { protocol: 1, implementation: { name: 'my-guard', version: '0.1.0', language: 'javascript' }, policies: { any: profile } };

class Guard { // YOUR GUARD GOES HERE: delete this sample, import yours, and call its own functions in `answer`.
  round(calls) {
    let due = null;
    for (const { tool, args } of calls) {
      const call = JSON.stringify([tool, args], inOrder);
      [this.last, this.count] = [call, call === this.last ? this.count + 1 : 1];
      if (this.count === 3) due = `You called ${tool} three times in a row with the same arguments.`;
    }
    return due;
  }
  newMessage() { this.last = null; }
}
const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const inOrder = (_, value) => (isObject(value) ? Object.fromEntries(Object.keys(value).sort().map((name) => [name, value[name]])) : value);

// Do what your host does, nothing more. If the host never tells the guard about something, neither does this, and `hears` says so.
// An answer holds what happened: refused and shown (answered instead of run), shown (another result), notices (a message after), stop (the end).
async function answer(guard, step) {
  let text = null;
  if (step.round) text = await guard.round(step.round.calls.map(({ tool, args }) => ({ tool, args: JSON.parse(args) })));
  if (step.input) guard.newMessage();
  return text === null ? {} : { notices: [{ role: 'user', text }] };
}

// Lifetimes. A case is a process of your users, an open is a run. Build once a case what they build once a process, and at each open
// what they build for a run. Nothing survives a case.
async function runCase(steps) {
  const [guards, answers] = [{}, []];
  for (const step of steps) {
    if (step.open) guards[step.run ?? 'a'] = new Guard();
    answers.push(await answer(guards[step.run ?? 'a'], step));
  }
  return answers;
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, op, steps } = JSON.parse(line);
  const ok = op === 'case' ? runCase(steps) : op === 'hello' ? hello : {};
  const reply = await Promise.resolve(ok).then((ok) => ({ ok }), (error) => ({ error: { message: String(error) } }));
  process.stdout.write(`${JSON.stringify({ id, ...reply })}\n`);
}
