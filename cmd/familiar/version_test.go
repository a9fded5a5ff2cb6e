package main

import (
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"familiar/internal/long"
)

func TestDescribeBuild(t *testing.T) {
	built := func(version string, settings ...debug.BuildSetting) *debug.BuildInfo {
		return &debug.BuildInfo{GoVersion: "go1.26.1", Main: debug.Module{Version: version}, Settings: settings}
	}
	vcs := []debug.BuildSetting{{Key: "vcs.revision", Value: "0123abc"}, {Key: "vcs.time", Value: "2026-11-25T14:00:00Z"}, {Key: "vcs.modified", Value: "false"}}
	dirty := append(vcs[:2:2], debug.BuildSetting{Key: "vcs.modified", Value: "true"})
	for _, tt := range []struct {
		story                 string
		version, commit, date string
		build                 *debug.BuildInfo
		want                  string
	}{
		{"a release says what it was given", "v1.2.0", "feed", "2027-01-01", built("v0.0.0-x", vcs...), "familiar v1.2.0 (commit feed, date 2027-01-01, go1.26.1)"},
		{"a build from a clone says what Go recorded", "", "", "", built("v0.0.0-x", vcs...), "familiar v0.0.0-x (commit 0123abc, date 2026-11-25T14:00:00Z, go1.26.1)"},
		{"a changed tree says so", "", "", "", built("v0.0.0-x+dirty", dirty...), "familiar v0.0.0-x+dirty (commit 0123abc, modified, date 2026-11-25T14:00:00Z, go1.26.1)"},
		{"a build without version control knows nothing", "", "", "", built("(devel)"), "familiar unknown (commit unknown, date unknown, go1.26.1)"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if got := describeBuild(tt.version, tt.commit, tt.date, tt.build); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
	if got := describeBuild("", "", "", nil); !strings.HasPrefix(got, "familiar unknown (commit unknown, date unknown, go1") {
		t.Errorf("without any record: %s", got)
	}
}

// TestReleaseVersion: the names that a release sets by -ldflags are variables of
// the program; the linker ignores others without a word.
func TestReleaseVersion(t *testing.T) {
	long.Test(t)
	t.Parallel()
	file := filepath.Join(t.TempDir(), "familiar")
	flags := "-X main.version=v9.8.7 -X main.commit=feed -X main.date=2027-01-01"
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-ldflags", flags, "-o", file, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	out, err := exec.CommandContext(t.Context(), file, "--version").Output()
	if err != nil || !strings.HasPrefix(string(out), "familiar v9.8.7 (commit feed, date 2027-01-01, go1") {
		t.Errorf("got %q, %v", out, err)
	}
}
