package span_test

import (
	"testing"

	"familiar/messages"
	"familiar/policy/span"
)

func TestBegin(t *testing.T) {
	root := span.Begin(7, 1000, nil)
	switch {
	case root.Meta.TraceID == [16]byte{} || root.Meta.SpanID == [8]byte{}:
		t.Errorf("%+v lacks an id", root)
	case root.Parent != (messages.Meta{}):
		t.Errorf("a root has the parent %+v", root.Parent)
	case root != span.Begin(7, 1000, nil):
		t.Error("the same draw gives another span")
	}
	child := span.Begin(8, 2000, &root.Meta)
	if child.Meta.TraceID != root.Meta.TraceID || child.Parent != root.Meta || child.Meta.SpanID == root.Meta.SpanID {
		t.Errorf("%+v is not below %+v", child, root)
	}
}

func TestOf(t *testing.T) {
	if at := span.Of(&messages.Line{}, 5); at != nil {
		t.Errorf("a line without a trace is at %+v", at)
	}
	l := &messages.Line{Meta: messages.Meta{TraceID: [16]byte{1}}}
	if at := span.Of(l, 5); at == nil || at.At != 5 || l.Meta.At != 0 {
		t.Errorf("got %+v, want the moment that was given, and the line as it was", at)
	}
	l.Meta.At = 3
	if at := span.Of(l, 5); at == nil || at.At != 3 {
		t.Errorf("got %+v, want the line's own moment", at)
	}
}
