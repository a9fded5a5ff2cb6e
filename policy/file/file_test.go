package file

import (
	"strings"
	"testing"
	"unicode/utf8"

	"familiar/messages"
)

func TestName(t *testing.T) {
	for _, tt := range []struct {
		story string
		from  string
		want  string
	}{
		{"a name", "notes.md", "notes.md"},
		{"one in another script", "議事録.txt", "議事録.txt"},
		{"a path", "../../etc/passwd.sh", "passwd.sh"},
		{"a path of Windows", `C:\temp\list.csv`, "list.csv"},
		{"a folder", "notes/", "file.txt"},
		{"no extension", "README", "README.txt"},
		{"one that computers run", "setup.exe", "setup.exe.txt"},
		{"two of them", "a.tar.gz", "a.tar.gz.txt"},
		{"in capitals", "MAIN.GO", "MAIN.go"},
		{"the extension alone", ".json", "json.txt"},
		{"a hidden file", ".bashrc.sh", "bashrc.sh"},
		{"an option", "-rf.sh", "rf.sh"},
		{"nothing", "", "file.txt"},
		{"dots", "...", "file.txt"},
		{"spaces and quotes", `my "best" list.txt`, "my__best__list.txt"},
		{"a mention", "@everyone.txt", "everyone.txt"},
		{"a line break", "a\nb.md", "a_b.md"},
		{"letters that turn the direction", "a\u202egnp.md", "agnp.md"},
		{"bytes that are no text", "a\xffb.py", "a_b.py"},
		{"a long one", strings.Repeat("ä", 100) + ".md", strings.Repeat("ä", 61) + ".md"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			got := Name(tt.from)
			if got != tt.want {
				t.Errorf("Name(%q) = %q, want %q", tt.from, got, tt.want)
			}
			if again := Name(got); again != got {
				t.Errorf("of %q it makes %q", got, again)
			}
		})
	}
}

func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		story string
		text  string
		ok    bool
	}{
		{"a text", "a\tb\n", true},
		{"as long as it may be", strings.Repeat("x", MostText), true},
		{"a byte longer", strings.Repeat("x", MostText+1), false},
		{"white space", " \n", false},
		{"bytes that are no text", "a\xff", false},
		{"a program's", "a\x00", false},
	} {
		if err := Check(tt.text); (err == nil) != tt.ok {
			t.Errorf("%s: got %v, want it to be taken: %v", tt.story, err, tt.ok)
		}
	}
}

func TestShown(t *testing.T) {
	if got, want := Shown(messages.File{Name: "a.md", Text: "größe"}), "[file a.md, 5 characters]"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// FuzzName holds whatever a model writes to what a name is.
func FuzzName(f *testing.F) {
	for _, seed := range []string{"notes.md", "../x", "..", "a.exe", "@e.txt", strings.Repeat("ä", 90) + ".diff", "._.", "_.md"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, from string) {
		name := Name(from)
		if n := utf8.RuneCountInString(name); n > MostName || !utf8.ValidString(name) {
			t.Fatalf("Name(%q) = %q, %d characters", from, name, n)
		}
		if strings.ContainsAny(name, "/\\@<>\"'`*\n\x00 ") || name[0] == '.' || name[0] == '-' {
			t.Fatalf("Name(%q) = %q", from, name)
		}
		if again := Name(name); again != name {
			t.Fatalf("Name(%q) = %q, and of that %q", from, name, again)
		}
		allowed := false
		for _, e := range extensions {
			allowed = allowed || strings.HasSuffix(name, e)
		}
		if !allowed {
			t.Fatalf("Name(%q) = %q has no extension that is allowed", from, name)
		}
	})
}
