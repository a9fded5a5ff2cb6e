package odds

import (
	"reflect"
	"testing"
)

// TestSizeOfAPerson: a room knows up to 32, and most talk to nobody in
// particular.
func TestSizeOfAPerson(t *testing.T) {
	if got := reflect.TypeFor[Person]().Size(); got > 32 {
		t.Errorf("a person takes %d bytes, want 32", got)
	}
}
