package messages

import "testing"

func TestRecollectionInWords(t *testing.T) {
	for want, r := range map[string]Recollection{
		"m3 (person)":                             {ID: 3, Why: ForPerson},
		"m3 (alike: 0.83)":                        {ID: 3, Why: ForAlike, Alike: 83},
		"m3 (both, alike: 0.05)":                  {ID: 3, Why: ForBoth, Alike: 5},
		"m3 of web//garden (person)":              {ID: 3, Why: ForPerson, From: "web//garden"},
		"m3 of web//garden (person, alike: 1.00)": {ID: 3, Why: ForPerson, Alike: 100, From: "web//garden"},
	} {
		if got := r.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
