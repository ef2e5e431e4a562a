// A guard in Go behind protocol 1: copy this directory, put your guard into guard.go, run `go build && loopspec check -- ./adapter`.

package main

import (
	"encoding/json"
	"fmt"
	"os"
)

type object = map[string]any

type request struct {
	ID    int    `json:"id"`
	Op    string `json:"op"`
	Steps []step `json:"steps"`
}

type step struct {
	Run   string                  `json:"run"`
	Open  *Config                 `json:"open"`
	Round *struct{ Calls []Call } `json:"round"`
	Input *struct{}               `json:"input"`
}

// encoding/json replaces lone surrogates and keeps the last member of a name, so these two rules are waived.
var profile = object{"takes": "raw", "choices": object{"numbers": "literal"}, "waives": []string{"identity.surrogates", "identity.duplicate-names"}}
var implementation = object{"name": "sample-guard", "version": "0.1.0", "language": "go"}
var hello = object{"protocol": 1, "implementation": implementation, "policies": object{"repeat-reminder": profile}}

// Lifetimes: a case is a process of your users, an open is a run. Build here what they build once a process. Nothing survives a case.
func runCase(steps []step) []object {
	runs, answers := map[string]*RepeatGuard{}, []object{}
	for _, step := range steps {
		answers = append(answers, answer(runs, step))
	}
	return answers
}

// Do what your host does, nothing more: what it never tells the guard, leave out here, and say so in the profile.
func answer(runs map[string]*RepeatGuard, step step) object {
	if step.Run == "" {
		step.Run = "a"
	}
	guard := runs[step.Run]
	switch {
	case step.Open != nil:
		guard, err := NewRepeatGuard(*step.Open)
		runs[step.Run] = guard
		if err != nil {
			return object{"rejected": err.Error()}
		}
	case guard == nil:
		return object{"ended": true}
	case step.Round != nil:
		if message := guard.Round(step.Round.Calls); message != nil {
			return object{"notices": []object{{"role": message.Role, "text": message.Content}}}
		}
	case step.Input != nil:
		guard.ExternalInput()
	}
	return object{} // a rewrite: this host does not tell the guard
}

func reply(request request) (reply object) {
	defer func() {
		if failure := recover(); failure != nil {
			reply = object{"id": request.ID, "error": object{"message": fmt.Sprint(failure)}}
		}
	}()
	switch request.Op {
	case "hello":
		return object{"id": request.ID, "ok": hello}
	case "case":
		return object{"id": request.ID, "ok": runCase(request.Steps)}
	}
	return object{"id": request.ID, "ok": object{}}
}

func main() {
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var request request
		if in.Decode(&request) != nil {
			return
		}
		if out.Encode(reply(request)) != nil {
			return
		}
	}
}
