package main

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
)

// What a release is, set when it is built:
//
//	-ldflags "-X main.version=v1.2.0 -X main.commit=0123abc -X main.date=2026-11-25T14:00:00Z"
//
// Empty: what Go recorded of the build is told, and "unknown" where it recorded
// nothing, as without version control.
var version, commit, date string

// versionLine is what --version prints.
func versionLine() string { return describeBuild(version, commit, date, buildInfo()) }

// buildInfo is what Go recorded of the build; nil: nothing.
func buildInfo() *debug.BuildInfo {
	build, _ := debug.ReadBuildInfo()
	return build
}

// versionName is the version without more: the release's, else the build's. A build
// may be nil.
func versionName(version string, build *debug.BuildInfo) string {
	if build != nil && build.Main.Version != "(devel)" {
		version = cmp.Or(version, build.Main.Version)
	}
	return cmp.Or(version, "unknown")
}

// describeBuild says which program it is: version, commit, date (of the build in
// a release, else of the commit) and Go. A build may be nil.
func describeBuild(version, commit, date string, build *debug.BuildInfo) string {
	recorded := map[string]string{}
	goVersion := runtime.Version()
	if build != nil {
		goVersion = cmp.Or(build.GoVersion, goVersion)
		for _, s := range build.Settings {
			recorded[s.Key] = s.Value
		}
	}
	if commit == "" {
		commit = recorded["vcs.revision"]
		if commit != "" && recorded["vcs.modified"] == "true" {
			commit += ", modified"
		}
	}
	date = cmp.Or(date, recorded["vcs.time"])
	return fmt.Sprintf("familiar %s (commit %s, date %s, %s)", versionName(version, build), cmp.Or(commit, "unknown"), cmp.Or(date, "unknown"), goVersion)
}
