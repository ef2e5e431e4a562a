// Your guard behind loopspec's protocol 1, as a host drives it that hands over the whole conversation before each request to the model.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

type object = map[string]any

// What your guard takes, hears and has, and what encoding/json does; see `loopspec explain protocol`. A reminder at 3, 5, 8 claims "repeat-reminder" instead of "any".
var profile = object{"takes": "object", "hears": []string{"follow-up", "failed"}, "has": []string{"tool", "interleave"},
	"choices": object{"numbers": "literal"}, "waives": []string{"identity.duplicate-names", "identity.depth", "identity.surrogates"}}
var hello = object{"protocol": 1, "implementation": object{"name": "my-guard", "version": "0.1.0", "language": "go"}, "policies": object{"any": profile}}

type step struct {
	Run   string
	Open  *object
	Input *struct{ Text string }
	Round *struct {
		Calls []struct {
			ID, Tool, Args string
			Result         struct{ Visible string }
		}
	}
}

// YOUR GUARD GOES HERE: delete this sample, import yours, and call it in `answer`.
func guard(messages []object) string {
	calls := []string{}
	for _, message := range messages {
		if message["role"] == "user" {
			calls = nil
		}
		for _, call := range message["calls"].([]any) {
			text, _ := json.Marshal(call)
			calls = append(calls, string(text))
		}
	}
	if n := len(calls); n > 2 && calls[n-1] == calls[n-2] && calls[n-2] == calls[n-3] {
		return "Stopped: the same call three times in a row."
	}
	return ""
}

// What your host holds for one run.
type run struct {
	messages []object
	stopped  bool
}

// Do what your host does, nothing more. If the host never tells the guard about something, neither does this, and `hears` says so.
// An answer holds what happened: refused and shown (answered instead of run), shown (another result), notices (a message after), stop (the end).
func answer(run *run, step step) object {
	if step.Input != nil {
		run.messages = append(run.messages, object{"role": "user", "content": step.Input.Text, "calls": []any{}})
		run.stopped = false
	}
	if run.stopped {
		return object{"ended": true}
	}
	if step.Round == nil {
		return object{}
	}
	calls, results := []any{}, []object{}
	for _, call := range step.Round.Calls {
		var args any
		decoder := json.NewDecoder(strings.NewReader(call.Args))
		decoder.UseNumber()
		if decoder.Decode(&args) == nil { // encoding/json gives up at 10,000 levels, and so does the host
			calls = append(calls, object{"tool": call.Tool, "args": args})
			results = append(results, object{"role": "tool", "id": call.ID, "content": call.Result.Visible, "calls": []any{}})
		}
	}
	run.messages = append(append(run.messages, object{"role": "assistant", "calls": calls}), results...)
	if text := guard(run.messages); text != "" {
		run.stopped = true
		return object{"stop": text} // to say something and go on: object{"notices": []object{{"text": …}}}
	}
	return object{}
}

// Lifetimes. A case is a process of your users, an open is a run. Build once a case what they build once a process, and at each open
// what they build for a run. Nothing survives a case.
func runCase(steps []step) []object {
	runs, answers := map[string]*run{}, []object{}
	for _, step := range steps {
		if step.Open != nil {
			runs[step.Run] = &run{}
		}
		answers = append(answers, answer(runs[step.Run], step))
	}
	return answers
}

func reply(op string, steps []step) (name string, reply any) {
	defer func() {
		if failure := recover(); failure != nil {
			name, reply = "error", object{"message": fmt.Sprint(failure)}
		}
	}()
	switch op {
	case "hello":
		return "ok", hello
	case "case":
		return "ok", runCase(steps)
	}
	return "ok", object{}
}

func main() {
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	var request struct {
		ID    int
		Op    string
		Steps []step
	}
	for in.Decode(&request) == nil {
		name, answer := reply(request.Op, request.Steps)
		out.Encode(object{"id": request.ID, name: answer})
		request.Steps = nil // what stays in a slice would show through absent members of the next request
	}
}
