package models

import (
	"testing"

	"familiar/messages"
)

func TestATurnThatMayOnlySpeakBorrowsNothing(t *testing.T) {
	for _, tt := range []struct {
		story   string
		without []messages.Tool
		want    bool
	}{
		{"nothing is barred", nil, false},
		{"a clock's turn", []messages.Tool{messages.ToolDisengage, messages.ToolEngage, messages.ToolFork}, false},
		{"another's turn", messages.Tools()[2:], true},
		{"everything is barred", messages.Tools(), true},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if got := bare(tt.without); got != tt.want {
				t.Errorf("got %t, want %t", got, tt.want)
			}
		})
	}
}
