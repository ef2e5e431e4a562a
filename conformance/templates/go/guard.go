// A small guard for the policy repeat-reminder. It only makes the template run: put your own in its place.

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sort"
	"strings"
	"unicode/utf16"
)

const (
	short = "You are repeating the exact same tool call with identical arguments. Carefully analyze the previous result before calling again: " +
		"if the task is not complete, try a different approach or different arguments instead of repeating the call."
	detailed = "Repeated tool call detected:\n- tool: %s\n- consecutive_calls: %d\n- arguments: %s\n" +
		"The repeated calls are not making progress. Do not call this tool with these exact arguments again. Inspect the latest result and " +
		"choose a different action, different arguments, or finish the task if enough evidence has been gathered."
)

// Config is what a run is opened with. Empty thresholds and a preview of 0 mean the defaults.
type Config struct {
	Thresholds   []int    `json:"thresholds"`
	Include      []string `json:"include"`
	Exclude      []string `json:"exclude"`
	PreviewChars int      `json:"preview_chars"`
	Bookkeeping  []string `json:"bookkeeping"`
}

// Call is what the model asked for.
type Call struct {
	Tool string `json:"tool"`
	Args string `json:"args"`
}

// Message is what the host adds to the conversation.
type Message struct{ Role, Content string }

// identity is comparable: equal values are the same call.
type identity struct {
	tool, text string
	isJSON     bool
}

// RepeatGuard counts consecutive identical calls of one run and reminds the model of them.
type RepeatGuard struct {
	config Config
	last   *identity
	count  int
}

// NewRepeatGuard fails when the configuration has no meaning.
func NewRepeatGuard(config Config) (*RepeatGuard, error) {
	if len(config.Thresholds) == 0 {
		config.Thresholds = []int{3, 5, 8}
	}
	config.Thresholds = append([]int(nil), config.Thresholds...)
	sort.Ints(config.Thresholds)
	for i, threshold := range config.Thresholds {
		if threshold < 2 {
			return nil, errors.New("a threshold below 2")
		}
		if i > 0 && threshold == config.Thresholds[i-1] {
			return nil, errors.New("a threshold is listed twice")
		}
	}
	if config.PreviewChars < 0 {
		return nil, errors.New("a negative preview_chars")
	}
	if config.PreviewChars == 0 {
		config.PreviewChars = 500
	}
	return &RepeatGuard{config: config}, nil
}

// ExternalInput forgets the chain: somebody told the model something new.
func (g *RepeatGuard) ExternalInput() {
	g.last, g.count = nil, 0
}

// Round takes the calls of one response in the model's order; it gives the message to add after their results, or nil.
func (g *RepeatGuard) Round(calls []Call) *Message {
	var message *Message
	for _, call := range calls {
		if g.transparent(call.Tool) {
			continue
		}
		next := identify(call)
		if g.last == nil || *g.last != next {
			g.last, g.count = &next, 0
		}
		g.count++
		for i, threshold := range g.config.Thresholds {
			if g.count == threshold {
				message = &Message{Role: "user", Content: g.reminder(i == 0)}
			}
		}
	}
	return message
}

func (g *RepeatGuard) reminder(first bool) string {
	if first {
		return short
	}
	preview := []rune(g.last.text)
	if omitted := len(preview) - g.config.PreviewChars; omitted > 0 {
		preview = append(preview[:g.config.PreviewChars], []rune(fmt.Sprintf("… (+%d more chars)", omitted))...)
	}
	return fmt.Sprintf(detailed, g.last.tool, g.count, string(preview))
}

func (g *RepeatGuard) transparent(tool string) bool {
	for _, name := range g.config.Bookkeeping {
		if name == tool {
			return true
		}
	}
	return matchesAny(g.config.Exclude, tool) || len(g.config.Include) > 0 && !matchesAny(g.config.Include, tool)
}

// identify prints JSON in one spelling; what is not exactly one JSON value stays the text that it is.
func identify(call Call) identity {
	trimmed := strings.Trim(call.Args, " \t\n\r")
	decoder := json.NewDecoder(strings.NewReader(trimmed))
	decoder.UseNumber() // numbers keep their spelling, so that no row id is rounded into its neighbour
	var value any
	if decoder.Decode(&value) != nil {
		return identity{call.Tool, trimmed, false}
	}
	if _, err := decoder.Token(); err != io.EOF {
		return identity{call.Tool, trimmed, false}
	}
	var out strings.Builder
	printJSON(&out, value)
	return identity{call.Tool, out.String(), true}
}

// printJSON recurses: the decoder allows 10,000 levels, and a goroutine's stack grows.
func printJSON(out *strings.Builder, value any) {
	switch value := value.(type) {
	case map[string]any:
		names := make([]string, 0, len(value))
		for name := range value {
			names = append(names, name)
		}
		sort.Slice(names, func(i, j int) bool { return lessUTF16(names[i], names[j]) })
		out.WriteByte('{')
		for i, name := range names {
			if i > 0 {
				out.WriteByte(',')
			}
			printString(out, name)
			out.WriteByte(':')
			printJSON(out, value[name])
		}
		out.WriteByte('}')
	case []any:
		out.WriteByte('[')
		for i, element := range value {
			if i > 0 {
				out.WriteByte(',')
			}
			printJSON(out, element)
		}
		out.WriteByte(']')
	case string:
		printString(out, value)
	case nil:
		out.WriteString("null")
	default: // a bool or a json.Number
		fmt.Fprint(out, value)
	}
}

// printString escapes as little as JSON allows; encoding/json would escape U+2028 and some controls in its own way.
func printString(out *strings.Builder, text string) {
	out.WriteByte('"')
	for _, r := range text {
		switch at := strings.IndexRune("\"\\\b\f\n\r\t", r); {
		case at >= 0:
			out.WriteByte('\\')
			out.WriteByte(`"\bfnrt`[at])
		case r < ' ':
			fmt.Fprintf(out, `\u%04x`, r)
		default:
			out.WriteRune(r)
		}
	}
	out.WriteByte('"')
}

func lessUTF16(a, b string) bool {
	left, right := utf16.Encode([]rune(a)), utf16.Encode([]rune(b))
	for i := 0; i < len(left) && i < len(right); i++ {
		if left[i] != right[i] {
			return left[i] < right[i]
		}
	}
	return len(left) < len(right)
}

func matchesAny(patterns []string, name string) bool {
	for _, pattern := range patterns {
		if matches(strings.Split(pattern, "*"), name) {
			return true
		}
	}
	return false
}

// matches takes the literal parts between the stars and searches them from left to right, so that no pattern takes long.
func matches(parts []string, name string) bool {
	first, last := parts[0], parts[len(parts)-1]
	if len(parts) == 1 {
		return name == first
	}
	if !strings.HasPrefix(name, first) {
		return false
	}
	name = name[len(first):]
	for _, part := range parts[1 : len(parts)-1] {
		at := strings.Index(name, part)
		if at < 0 {
			return false
		}
		name = name[at+len(part):]
	}
	return strings.HasSuffix(name, last)
}
