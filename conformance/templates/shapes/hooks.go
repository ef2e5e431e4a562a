// Your guard behind loopspec's protocol 1, as a host drives it that asks before each call and tells after it.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

type object = map[string]any

// What your guard takes, hears and has, and what encoding/json does; see `loopspec explain protocol`. A reminder at 3, 5, 8 claims "repeat-reminder" instead of "any".
var profile = object{"takes": "object", "execution": "sequential", "hears": []string{"follow-up", "failed"}, "has": []string{"tool", "interleave"},
	"choices": object{"numbers": "literal"}, "waives": []string{"identity.duplicate-names", "identity.depth", "identity.surrogates"}}
var hello = object{"protocol": 1, "implementation": object{"name": "my-guard", "version": "0.1.0", "language": "go"}, "policies": object{"any": profile}}

type step struct {
	Run   string
	Open  *object
	Input *object
	Round struct {
		Calls []struct {
			ID, Tool, Args string
			Result         struct{ Visible string }
		}
	}
}

// YOUR GUARD GOES HERE: delete this sample, import yours, and call its own functions in `answer`.
type guard struct {
	last  string
	count int
}

func (g *guard) before(tool string, args any) string {
	text, _ := json.Marshal([]any{tool, args})
	if string(text) != g.last {
		g.last, g.count = string(text), 0
	}
	if g.count++; g.count >= 3 {
		return "Not run: this is the same call for the third time."
	}
	return ""
}

func (g *guard) after(tool string, args any, result string) string { return result }

func (g *guard) newMessage() { g.last = "" }

// Do what your host does, nothing more. If the host never tells the guard about something, neither does this, and `hears` says so.
// An answer holds what happened: refused and shown (answered instead of run), shown (another result), notices (a message after), stop (the end).
func answer(g *guard, step step) object {
	refused, shown := []string{}, object{}
	for _, call := range step.Round.Calls {
		var args any
		decoder := json.NewDecoder(strings.NewReader(call.Args))
		decoder.UseNumber()
		if decoder.Decode(&args) != nil {
			continue // encoding/json cannot read it (over 10,000 levels deep), so neither can the host
		}
		if refusal := g.before(call.Tool, args); refusal != "" {
			refused, shown[call.ID] = append(refused, call.ID), refusal
		} else if text := g.after(call.Tool, args, call.Result.Visible); text != call.Result.Visible {
			shown[call.ID] = text
		}
	}
	if step.Input != nil {
		g.newMessage()
	}
	return object{"refused": refused, "shown": shown}
}

// Lifetimes. A case is a process of your users, an open is a run. Build once a case what they build once a process, and at each open
// what they build for a run. Nothing survives a case.
func runCase(steps []step) []object {
	guards, answers := map[string]*guard{}, []object{}
	for _, step := range steps {
		if step.Open != nil {
			guards[step.Run] = &guard{}
		}
		answers = append(answers, answer(guards[step.Run], step))
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
