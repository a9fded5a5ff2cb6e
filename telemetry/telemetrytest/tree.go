package telemetrytest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	common "go.opentelemetry.io/proto/otlp/common/v1"
	trace "go.opentelemetry.io/proto/otlp/trace/v1"
)

// Trees draws all spans: a line each with its name and those of the attributes
// that keys names, indented below its parent; an event is "wait(TERM SECONDS)",
// a link "links(LINE)". Traces
// and siblings are in the order they began, then ended, then by name. A span whose parent
// never came is marked "orphan", one that came twice "twice".
func (r *Receiver) Trees(keys ...string) string {
	d := drawing{keys: keys, below: map[string][]*trace.Span{}, known: map[string]bool{}}
	for _, s := range r.Spans() {
		if id := string(s.TraceId) + string(s.SpanId); !d.known[id] {
			d.known[id] = true
			d.all = append(d.all, s)
			continue
		}
		d.twice = append(d.twice, s)
	}
	slices.SortStableFunc(d.all, func(a, b *trace.Span) int {
		return cmp.Or(cmp.Compare(a.StartTimeUnixNano, b.StartTimeUnixNano), cmp.Compare(a.EndTimeUnixNano, b.EndTimeUnixNano),
			cmp.Compare(rank(a.Name), rank(b.Name)), cmp.Compare(Attribute(a.Attributes, "familiar.seat"), Attribute(b.Attributes, "familiar.seat")))
	})
	var roots []*trace.Span
	for _, s := range d.all {
		if parent := string(s.TraceId) + string(s.ParentSpanId); d.known[parent] {
			d.below[parent] = append(d.below[parent], s)
		} else {
			roots = append(roots, s)
		}
	}
	for _, root := range roots {
		d.draw(root, 0)
	}
	for _, s := range d.twice {
		fmt.Fprintf(&d.b, "twice %s\n", s.Name)
	}
	return d.b.String()
}

// rank orders spans that begin at one instant as they follow one another.
func rank(name string) int {
	word, _, _ := strings.Cut(name, " ")
	return slices.Index([]string{
		"receive", "journal", "decide", "judge", "turn", "invoke_agent", "list_tools", "chat", "execute_tool", "outbox", "post",
		"take_over", "give_up", "claim", "introduce", "own", "identify", "connect", "read", "wake", "turns", "save", "leave", "release",
	}, word)
}

type drawing struct {
	b     strings.Builder
	keys  []string
	all   []*trace.Span
	twice []*trace.Span
	known map[string]bool
	below map[string][]*trace.Span
}

func (d *drawing) draw(s *trace.Span, depth int) {
	d.b.WriteString(strings.Repeat("  ", depth))
	if depth == 0 && len(s.ParentSpanId) > 0 {
		d.b.WriteString("orphan ")
	}
	d.b.WriteString(s.Name)
	for _, key := range d.keys {
		if v := Attribute(s.Attributes, key); v != "" {
			fmt.Fprintf(&d.b, " %s=%s", key[strings.LastIndexByte(key, '.')+1:], v)
		}
	}
	if s.Status.GetCode() == trace.Status_STATUS_CODE_ERROR {
		d.b.WriteString(" error")
	}
	for _, e := range s.Events {
		if e.Name == "exception" {
			continue
		}
		fmt.Fprintf(&d.b, " %s(%s %ss)", e.Name, Attribute(e.Attributes, "familiar.term"), Attribute(e.Attributes, "familiar.seconds"))
	}
	var links []string
	for _, l := range s.Links {
		links = append(links, Attribute(l.Attributes, "messaging.message.id"))
	}
	if len(links) > 0 {
		fmt.Fprintf(&d.b, " links(%s)", strings.Join(links, " "))
	}
	d.b.WriteByte('\n')
	for _, child := range d.below[string(s.TraceId)+string(s.SpanId)] {
		d.draw(child, depth+1)
	}
}

// Attribute returns an attribute's value as text, a list's with commas; "" when
// there is none.
func Attribute(attributes []*common.KeyValue, key string) string {
	for _, a := range attributes {
		if a.Key == key {
			return text(a.Value)
		}
	}
	return ""
}

func text(value *common.AnyValue) string {
	switch v := value.Value.(type) {
	case *common.AnyValue_StringValue:
		return v.StringValue
	case *common.AnyValue_IntValue:
		return fmt.Sprint(v.IntValue)
	case *common.AnyValue_BoolValue:
		return fmt.Sprint(v.BoolValue)
	case *common.AnyValue_DoubleValue:
		return fmt.Sprint(v.DoubleValue)
	case *common.AnyValue_ArrayValue:
		var all []string
		for _, one := range v.ArrayValue.Values {
			all = append(all, text(one))
		}
		return strings.Join(all, ",")
	}
	return ""
}
