package conversation

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"familiar/internal/compact"
	"familiar/messages"
	"familiar/policy/address"
	"familiar/policy/admission"
	"familiar/policy/inquiry"
)

// inForm1 is a state of form 1 that has heard nothing.
func inForm1(text string) []byte {
	return append(append(binary.AppendUvarint(nil, uint64(len(text))), text...), 0, 0, 0) // lines, and ids
}

// asJSON is all of a state but its lines, as form 1 had it: what a round trip
// through the present form is held to.
func asJSON(tb failer, s *State) string {
	tb.Helper()
	b, err := json.Marshal(form1{Version: 1, State: s, Saved: s.Turns.Saved})
	if err != nil {
		tb.Fatalf("as JSON: %v", err)
	}
	return string(b)
}

// TestForm1 reads states of the first form, each of a channel to which much had
// happened: they say what they said, and do so in the present form, too.
func TestForm1(t *testing.T) {
	files, err := filepath.Glob("testdata/form1/*.state")
	if err != nil || len(files) == 0 {
		t.Fatalf("no states: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			kept, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var old, again Channel
			if err := old.decodeForm1(kept); err != nil {
				t.Fatal(err)
			}
			text, _ := cutText(kept)
			had, has := map[string]any{}, map[string]any{}
			if err := errors.Join(json.Unmarshal(text, &had), json.Unmarshal([]byte(asJSON(t, &old.State)), &has)); err != nil {
				t.Fatal(err)
			}
			delete(had, "shadow") // encoded by itself
			if !reflect.DeepEqual(had, has) {
				t.Errorf("it says\n%v\nwant\n%v", has, had)
			}
			b, err := old.Encode()
			if err != nil {
				t.Fatal(err)
			}
			if err := again.decode(b[len(header):], (*State).decode); err != nil {
				t.Fatal(err)
			}
			sameStates(t, &again.State, &old.State)
			if (again.Shadow == nil) != (old.Shadow == nil) {
				t.Fatalf("shadow %v, want %v", again.Shadow, old.Shadow)
			}
			if old.Shadow != nil {
				sameStates(t, again.Shadow, old.Shadow)
			}
		})
	}
}

// TestForm2 reads states of the second form: the channels of testdata/form1 as a program
// kept them that knew no other. They say what those say, and are written in the present
// form as those are.
func TestForm2(t *testing.T) {
	files, err := filepath.Glob("testdata/form2/*.state")
	if err != nil || len(files) == 0 {
		t.Fatalf("no states: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			b, err := os.ReadFile(file)
			older, failed := os.ReadFile(filepath.Join("testdata/form1", filepath.Base(file)))
			if err := errors.Join(err, failed); err != nil {
				t.Fatal(err)
			}
			got, err := Kept(b)
			want, failed := Kept(older)
			if err := errors.Join(err, failed); err != nil {
				t.Fatal(err)
			}
			sameStates(t, &got.State, &want.State)
			if (got.Shadow == nil) != (want.Shadow == nil) {
				t.Fatalf("shadow %v, want %v", got.Shadow, want.Shadow)
			}
			if want.Shadow != nil {
				sameStates(t, got.Shadow, want.Shadow)
			}
			now, err := got.Encode()
			then, failed := want.Encode()
			if err := errors.Join(err, failed); err != nil || string(now) != string(then) {
				t.Errorf("%v; it is written as\n%q\nwant\n%q", err, now, then)
			}
			if len(now) >= len(b) {
				t.Errorf("it takes %d bytes, and took %d", len(now), len(b))
			}
			for i := range b { // what was cut or damaged then is still
				damaged := slices.Clone(b)
				damaged[i] ^= 1 << (i % 8)
				if _, err := Kept(damaged); err == nil {
					t.Fatalf("with another byte %d it is read", i)
				}
				if _, err := Kept(b[:i]); err == nil {
					t.Fatalf("cut after %d it is read", i)
				}
			}
		})
	}
}

func sameStates(t *testing.T, got, want *State) {
	t.Helper()
	if g, w := asJSON(t, got), asJSON(t, want); g != w {
		t.Errorf("got\n%s\nwant\n%s", g, w)
	}
	g, w := slices.Collect(got.Lines.All()), slices.Collect(want.Lines.All())
	if !reflect.DeepEqual(g, w) {
		t.Errorf("got the lines\n%+v\nwant\n%+v", g, w)
	}
	for _, e := range w {
		if !got.Seen.Has(e.ID) && want.Seen.Has(e.ID) {
			t.Errorf("the id of line %d is forgotten", e.No)
		}
	}
}

func TestDecodeNewer(t *testing.T) {
	c := testConfig(t, "social")
	for _, tt := range []struct {
		what string
		text string
	}{
		{"a state of the next version", fmt.Sprintf(`{"v":%d}`, Version+1)},
		{"one whose fields have other forms", fmt.Sprintf(`{"v":%d,"roster":7,"seats":"none"}`, Version+1)},
		{"one that says its version last", fmt.Sprintf(`{"turn":[],"v":%d}`, Version+1)},
	} {
		t.Run(tt.what, func(t *testing.T) {
			kept := append([]byte{byte(len(tt.text))}, tt.text...)
			if _, err := Decode(kept, c); !errors.Is(err, ErrNewer) {
				t.Errorf("got %v, want ErrNewer", err)
			}
		})
	}
	t.Run("one with a field of which nothing is known", func(t *testing.T) {
		s, w, unknown := New(scriptChannel, c), compact.Writer(nil), true
		s.Fields(&w)
		w.Flag(200, &unknown)
		fields, err := w.Written()
		if err != nil {
			t.Fatal(err)
		}
		kept := binary.AppendUvarint(append([]byte(header), 0, 0, 0, 0), uint64(len(fields)))
		kept = append(append(kept, fields...), 0, 0, 0, 0)
		seal(kept)
		if _, err := Decode(kept, c); !errors.Is(err, ErrNewer) {
			t.Errorf("got %v, want ErrNewer", err)
		}
	})
	if _, err := Decode([]byte("\x02{}"), c); err == nil || errors.Is(err, ErrNewer) {
		t.Errorf("a state without version gives %v, want another error", err)
	}
}

// TestOlderProgramsRefuse: to a program that knows form 1 only, a state is one
// of form 1 that has nothing but a version, and too high a one.
func TestOlderProgramsRefuse(t *testing.T) {
	b, err := New(scriptChannel, testConfig(t, "social")).Encode()
	if err != nil {
		t.Fatal(err)
	}
	var says struct {
		Version int `json:"v"`
	}
	text, _ := cutText(b)
	if err := json.Unmarshal(text, &says); err != nil || says.Version != Version || says.Version <= 1 {
		t.Errorf("it says %q: version %d, %v; want %d", text, says.Version, err, Version)
	}
}

// TestDamagedStates: a byte that is another, or what is cut off, is noticed, and
// is not taken for the work of a newer program: the journal is read again.
func TestDamagedStates(t *testing.T) {
	p := newStepper(t)
	p.hear("1", "ana", "hi")
	kept := p.encoded()
	for i := range kept {
		damaged := slices.Clone(kept)
		damaged[i] ^= 1 << (i % 8)
		version := i < len(header) && damaged[i] > '3' && kept[i] == '3'
		if _, err := Decode(damaged, p.s.config); err == nil || errors.Is(err, ErrNewer) && !version {
			t.Errorf("with another byte %d: %v", i, err)
		}
		if _, err := Decode(kept[:i], p.s.config); err == nil || errors.Is(err, ErrNewer) {
			t.Errorf("cut after %d: %v", i, err)
		}
	}
}

// TestEveryFieldIsEncoded sets every field of a state and finds each again: one
// that its type's Fields method doesn't list is lost.
func TestEveryFieldIsEncoded(t *testing.T) {
	s, set := &State{}, filler{}
	set.fill(reflect.ValueOf(s).Elem())
	set.fill(reflect.ValueOf(&s.Turns.Saved).Elem())
	for i := range s.Seats { // what is kept has a window
		for k := range s.Seats[i].Memory.Kept {
			s.Seats[i].Memory.Kept[k].Window = s.Seats[i].Memory.Windows[k].ID
		}
	}
	w := compact.Writer(nil)
	s.Fields(&w)
	b, err := w.Written()
	if err != nil {
		t.Fatal(err)
	}
	r, got := compact.Reader(b), &State{}
	if got.Fields(&r); r.Read() != nil {
		t.Fatal(r.Read())
	}
	if g, w := asJSON(t, got), asJSON(t, s); g != w {
		t.Fatalf("got\n%s\nwant\n%s", g, w)
	}
	if !reflect.DeepEqual(got, s) {
		t.Errorf("got\n%+v\nwant\n%+v", got, s)
	}
	if set.n < 350 {
		t.Errorf("only %d fields were set", set.n)
	}
}

// A filler sets fields, each to another value that isn't zero.
type filler struct{ n int }

// notEncoded are exported fields that are not among a type's own: what only
// form 1 had, and what is packed or said by the header.
var notEncoded = []string{"turn.Turn.Retry", "conversation.State.Lines", "conversation.State.Seen", "conversation.State.Turns"}

func (f *filler) fill(v reflect.Value) {
	f.n++
	switch v.Interface().(type) {
	case inquiry.Held:
		v.Set(reflect.ValueOf(inquiry.Held{Line: &messages.Line{ID: "held", Channel: "test/1", Text: "wait"}}))
		return
	case admission.Rule:
		rule, err := admission.ParseRule(fmt.Sprintf("test:dm/%d author:%d", f.n, f.n))
		if err != nil {
			panic(err)
		}
		v.Set(reflect.ValueOf(rule))
		return
	case address.Book:
		if err := json.Unmarshal([]byte("[7,8]"), v.Addr().Interface()); err != nil {
			panic(err)
		}
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(float64(f.n) + 0.5)
	case reflect.Int, reflect.Int8, reflect.Int32, reflect.Int64:
		v.SetInt(-int64(f.n%100) - 1)
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(f.n%100) + 1)
	case reflect.String:
		v.SetString(fmt.Sprintf("text %d", f.n))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		f.fill(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		f.fill(v.Index(0))
		f.fill(v.Index(1))
	case reflect.Array:
		for i := range v.Len() {
			f.fill(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if field := v.Type().Field(i); field.IsExported() && !slices.Contains(notEncoded, v.Type().String()+"."+field.Name) {
				f.fill(v.Field(i))
			}
		}
	default:
		panic(fmt.Sprintf("no value for a %s", v.Type()))
	}
}
