// Your key function behind loopspec's protocol 1: the part of a guard that says when two calls are the same.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

type object = map[string]any

// What your function takes and has, and what encoding/json does; see `loopspec explain protocol`.
var profile = object{"takes": "json", "has": []string{"tool"}, "choices": object{"numbers": "literal"},
	"waives": []string{"identity.duplicate-names", "identity.depth", "identity.surrogates"}}
var hello = object{"protocol": 1, "implementation": object{"name": "my-key", "version": "0.1.0", "language": "go"}, "policies": object{"identity": profile}}

type step struct{ Key struct{ Tool, Args string } }

// YOUR FUNCTION GOES HERE: delete this sample and import yours; equal keys are the same call.
func key(tool string, args any) string {
	text, _ := json.Marshal([]any{tool, args})
	return string(text)
}

// Do what your host does, nothing more: if it hands over parsed arguments, parse them here; if it hands over the text, pass on the text.
func answer(step step) object {
	var args any
	decoder := json.NewDecoder(strings.NewReader(step.Key.Args))
	decoder.UseNumber()
	if err := decoder.Decode(&args); err != nil {
		return object{"rejected": err.Error()}
	}
	return object{"key": key(step.Key.Tool, args)}
}

// Lifetimes. A case is a process of your users, an open is a run. Build once a case what they build once a process, and at each open
// what they build for a run. Nothing survives a case. (A key function has no runs.)
func runCase(steps []step) []object {
	answers := []object{}
	for _, step := range steps {
		answers = append(answers, answer(step))
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
