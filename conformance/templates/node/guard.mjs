// A small guard for the policy repeat-reminder. It only makes the template run: put your own in its place.

const SHORT =
  'You are repeating the exact same tool call with identical arguments. Carefully analyze the previous result before calling again: ' +
  'if the task is not complete, try a different approach or different arguments instead of repeating the call.';
const detailed = (tool, count, preview) =>
  `Repeated tool call detected:\n- tool: ${tool}\n- consecutive_calls: ${count}\n- arguments: ${preview}\n` +
  'The repeated calls are not making progress. Do not call this tool with these exact arguments again. Inspect the latest result and ' +
  'choose a different action, different arguments, or finish the task if enough evidence has been gathered.';

/** The guard was configured in a way that has no meaning. */
export class ConfigError extends Error {}

/** Counts consecutive identical calls of one run and reminds the model of them. */
export class RepeatGuard {
  constructor({ thresholds = [], include = [], exclude = [], preview_chars = 0, bookkeeping = [] } = {}) {
    if (thresholds.some((threshold) => threshold < 2)) throw new ConfigError('a threshold below 2');
    if (new Set(thresholds).size < thresholds.length) throw new ConfigError('a threshold is listed twice');
    if (preview_chars < 0) throw new ConfigError('a negative preview_chars');
    this.thresholds = thresholds.length ? thresholds : [3, 5, 8];
    this.lowest = Math.min(...this.thresholds);
    this.previewChars = preview_chars || 500;
    this.isTransparent = (tool) => {
      const isOn = (patterns) => patterns.some((pattern) => matches(pattern, tool));
      return bookkeeping.includes(tool) || isOn(exclude) || (include.length > 0 && !isOn(include));
    };
    this.externalInput();
  }

  /** Somebody told the model something new: what it did before counts no more. */
  externalInput() {
    this.last = { tool: '', domain: 'none', text: '' };
    this.count = 0;
  }

  /** Takes the calls of one response in the model's order; gives the message to add after their results, or null. */
  round(calls) {
    let content = null;
    for (const { tool, args } of calls) {
      if (this.isTransparent(tool)) continue;
      const { domain, text } = canonical(args);
      const { last } = this;
      this.count = last.tool === tool && last.domain === domain && last.text === text ? this.count + 1 : 1;
      this.last = { tool, domain, text };
      if (this.thresholds.includes(this.count)) {
        content = this.count === this.lowest ? SHORT : detailed(tool, this.count, clamp(text, this.previewChars));
      }
    }
    return content === null ? null : { role: 'user', content };
  }
}

/** The domain of the arguments and their text in it, equal for every spelling of one JSON value. What is not JSON stays as it is. */
function canonical(args) {
  const text = trim(args);
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return { domain: 'raw', text };
  }
  return { domain: 'json', text: print(value) };
}

function trim(text) {
  const isBlank = (at) => ' \t\n\r'.includes(text[at]);
  let [start, end] = [0, text.length];
  while (start < end && isBlank(start)) start++;
  while (start < end && isBlank(end - 1)) end--;
  return text.slice(start, end);
}

/** Keeps its own stack, because a model may nest deeper than JavaScript calls. `sort` compares UTF-16 code units. */
function print(root) {
  let out = '';
  const todo = [{ value: root }];
  while (todo.length > 0) {
    const { text = '', value } = todo.pop();
    out += text;
    if (value === undefined) continue;
    if (value === null || typeof value !== 'object') {
      out += typeof value === 'string' ? JSON.stringify(value) : String(value);
      continue;
    }
    const isArray = Array.isArray(value);
    out += isArray ? '[' : '{';
    todo.push({ text: isArray ? ']' : '}' });
    const keys = isArray ? value.keys() : Object.keys(value).sort();
    const members = Array.from(keys, (key, at) => ({ text: (at ? ',' : '') + (isArray ? '' : `${JSON.stringify(key)}:`), value: value[key] }));
    while (members.length > 0) todo.push(members.pop());
  }
  return out;
}

/** Counts Unicode scalar values, which is what iterating over a string gives. */
function clamp(text, limit) {
  let [end, total] = [0, 0];
  for (const character of text) if (total++ < limit) end += character.length;
  return total > limit ? `${text.slice(0, end)}… (+${total - limit} more chars)` : text;
}

/** `*` is any run of characters; it is searched from left to right, so that no pattern takes long. */
function matches(pattern, name) {
  const [first, ...inner] = pattern.split('*');
  if (inner.length === 0) return pattern === name;
  const last = inner.pop();
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const part of inner) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.endsWith(last) && name.length - last.length >= at;
}
