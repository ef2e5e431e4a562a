//! Short forms of long argument texts in vector files: `nest`, `fill`, `concat`.

use serde_json::Value;

/// The longest text that a vector may expand to: what one request may hold.
const LONGEST: usize = 64 << 20;

/// Expands the short forms of one text.
pub(super) fn text(value: &Value) -> Result<String, String> {
    let mut out = String::new();
    // A stack of what is still to be written keeps nested `concat` from recursing.
    let mut pending = vec![value];
    while let Some(value) = pending.pop() {
        match value {
            Value::String(text) => push(&mut out, text, 1)?,
            Value::Object(members) if members.len() == 1 => {
                let (Some((form, Value::Array(parts))), true) = (members.iter().next(), members.len() == 1) else {
                    return Err(format!("{value} is no short form of a text; there are nest, fill and concat, each with a list"));
                };
                match (form.as_str(), parts.as_slice()) {
                    ("concat", parts) => pending.extend(parts.iter().rev()),
                    ("fill", [Value::String(text), times]) => push(&mut out, text, count(times)?)?,
                    ("nest", [Value::String(open), Value::String(close), times, inner @ ..]) if inner.len() <= 1 => {
                        let times = count(times)?;
                        push(&mut out, open, times)?;
                        if let Some(inner) = inner.first() {
                            push(&mut out, inner.as_str().ok_or("the fourth part of `nest` is a text")?, 1)?;
                        }
                        push(&mut out, close, times)?;
                    }
                    _ => {
                        return Err(format!(
                            "`{form}` with {} parts; write {{\"fill\":[text,times]}}, {{\"nest\":[open,close,times,inner?]}} or {{\"concat\":[…]}}",
                            parts.len()
                        ));
                    }
                }
            }
            other => return Err(format!("{other} is no text; write a string, or nest, fill or concat")),
        }
    }
    Ok(out)
}

/// Expands `args` of every call and key in a step, in place.
pub(super) fn step(step: &mut Value) -> Result<(), String> {
    if let Some(calls) = step.pointer_mut("/round/calls").and_then(Value::as_array_mut) {
        for call in calls {
            args(call)?;
            if let Some(visible) = call.pointer_mut("/result/visible").filter(|visible| visible.is_object()) {
                *visible = Value::String(text(visible)?);
            }
        }
    }
    step.get_mut("key").map_or(Ok(()), args)
}

fn args(call: &mut Value) -> Result<(), String> {
    if let Some(args) = call.get_mut("args").filter(|args| !args.is_string()) {
        *args = Value::String(text(args)?);
    }
    Ok(())
}

fn count(value: &Value) -> Result<usize, String> {
    value.as_u64().and_then(|times| usize::try_from(times).ok()).ok_or_else(|| format!("{value} is no number of times"))
}

fn push(out: &mut String, text: &str, times: usize) -> Result<(), String> {
    let more = text.len().saturating_mul(times);
    if out.len().saturating_add(more) > LONGEST {
        return Err(format!("the text expands to more than {LONGEST} bytes"));
    }
    out.reserve(more);
    (0..times).for_each(|_| out.push_str(text));
    Ok(())
}
