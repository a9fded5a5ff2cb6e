package mutants

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A Fate is what the tests made of a mutant.
type Fate string

// The fates.
const (
	Killed    Fate = "killed"    // a test failed, or did not end in time
	Survived  Fate = "survived"  // every test passed
	Stillborn Fate = "stillborn" // it does not compile
)

// limit is how long the tests of a mutant may take; the real ones take a
// fraction of a second of a machine that has nothing else to do.
const limit = "1m"

// Try runs the tests of the packages on a mutant, those whose names match skip
// left out; flags of the tests may follow the packages. dir is the module's
// folder, to which files and packages are relative. The error is one of
// running at all.
func Try(ctx context.Context, dir string, m Mutant, skip string, packages ...string) (Fate, error) {
	at, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(at)
	original, err := filepath.Abs(filepath.Join(dir, m.File))
	if err != nil {
		return "", err
	}
	changed := filepath.Join(at, "mutant.go")
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {original: changed}})
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(changed, m.Text, 0o600); err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(at, "overlay.json"), overlay, 0o600); err != nil {
		return "", err
	}
	args := append([]string{"test", "-overlay", filepath.Join(at, "overlay.json"), "-vet=off", "-failfast", "-count=1", "-timeout", limit, "-skip", skip}, packages...)
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	switch {
	case err == nil:
		return Survived, nil
	case ctx.Err() != nil:
		return "", ctx.Err()
	case strings.Contains(string(out), "[build failed]"):
		return Stillborn, nil
	case strings.Contains(string(out), "FAIL"):
		return Killed, nil
	default:
		return "", fmt.Errorf("%s: %w: %s", m, err, out)
	}
}
