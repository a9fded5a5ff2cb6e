package roster

import (
	"reflect"
	"testing"
)

// TestSizes: a channel knows up to 50 people, and Go has memory of some sizes only.
func TestSizes(t *testing.T) {
	if got := reflect.TypeFor[Person]().Size(); got > 24 {
		t.Errorf("a person takes %d bytes, want 24", got)
	}
	if got := reflect.TypeFor[Face]().Size(); got > 48 {
		t.Errorf("a face takes %d bytes, want 48", got)
	}
}
