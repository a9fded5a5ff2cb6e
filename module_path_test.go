package familiar

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestModulePath: one script gives the module another path, and takes that back to the
// byte.
func TestModulePath(t *testing.T) {
	files, err := exec.Command("git", "-c", "core.quotePath=false", "ls-files", "-co", "--exclude-standard").Output()
	if err != nil {
		t.Skip("not in a clone: ", err)
	}
	dir, was := t.TempDir(), make(map[string][]byte)
	for name := range strings.Lines(string(files)) {
		name = strings.TrimSuffix(name, "\n")
		text, err := os.ReadFile(name)
		if os.IsNotExist(err) { // deleted and not committed
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		was[name] = text
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	in := func(program string, args ...string) string {
		c := exec.Command(program, args...)
		c.Dir = dir
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", program, args, err, out)
		}
		return string(out)
	}
	const path = "example.org/some.where/familiar"
	in("packaging/module-path", path)
	if all := in("go", "list", "./..."); strings.Count(all, path) != strings.Count(all, "\n") {
		t.Errorf("some packages are elsewhere:\n%s", all)
	}
	in("go", "build", "./messages/...", "./policy/ladder", "./control/wire")
	if left := in("go", "list", "-f", `{{range .Imports}}{{.}}{{"\n"}}{{end}}{{range .TestImports}}{{.}}{{"\n"}}{{end}}{{range .XTestImports}}{{.}}{{"\n"}}{{end}}`, "./..."); strings.Contains("\n"+left, "\n"+module) {
		t.Error("some imports still have the old path")
	}
	in("packaging/module-path", strings.TrimSuffix(module, "/"))
	for name, text := range was {
		if now, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !bytes.Equal(now, text) {
			t.Errorf("%s isn't as it was: %v", name, err)
		}
	}
}
