package conformance

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
)

// A recording is a file of families.
type recording struct {
	file     string
	families func(content json.RawMessage) []family // those it has a counterpart for here
	apart    map[string]string                      // its other lists, and why they are not among these
}

var recordings = []recording{
	{"engagement.json.gz", engagementFamilies, map[string]string{"schema": about, "oracle": about, "constants": about}},
	{"aux.json.gz", auxFamilies, map[string]string{
		"strip_media":        "the source writes attachments into the text and removes them again; ours are kept beside it",
		"author_attribution": "how a prompt names an author; ours shows only the name, as a model would copy anything like a mention",
		"slice_head_tail":    "which part of a fetched history is shown; the recorded channels are given it cut like this",
		"membership_cache":   "the source's cache; here the last answer is part of the channel, which effective_humans tests",
		"inspect_render":     "how a terminal shows a decision",
		"discord_classify":   "tested in the adapter",
		"slack_classify":     "tested in the adapter",
		"schema":             about,
		"oracle":             about,
	}},
	{"feishu.json.gz", feishuFamilies, map[string]string{
		"relevance_parse":                 "tested in actors/monitor",
		"relevance_prompt":                "the source's text; ours tells a judge the same and more",
		"bot_info":                        "the adapter's business",
		"official_sdk_policy_gate.source": about,
		"suite":                           about, "repo": about, "commit": about, "how": about,
	}},
	{"modes.json.gz", modesFamilies, map[string]string{
		"route_config": "the settings that decide route",
		"suite":        about, "source": about, "how": about,
	}},
	{"monitor.json.gz", monitorFamilies, map[string]string{
		"pure.intervals":       "a selection is tested in policy/chattiness",
		"pure.verdicts":        "tested in actors/monitor",
		"pure.delivery_chunks": "the source always splits; ours only at a network's limit, in policy/split",
		"scenarios":            "tested by TestMonitorSequential and TestMonitorOverlap",
		"constants":            "the numbers behind the scenarios",
		"schema":               about, "variant": about, "module_sha256": about, "python": about, "seed": about, "tie_rejects": about, "has_on_silence": about,
	}},
	{"window.json.gz", windowFamilies, map[string]string{
		"code_profile":                      "tested by TestRecordedWindows",
		"thread_root":                       "which thread an answer goes to, by preferences that ours lacks",
		"mention_detection":                 "the adapter's business",
		"known_divergence_code_vs_document": about,
		"document_profile.ttl_s":            "the setting the vectors are played with",
		"document_profile.attach":           about,
		"mcp_tools.engage":                  about, "mcp_tools.disengage": about, "mcp_tools.authz_source": about, "mcp_tools.record_outbound": about,
		"surfaces.how": about, "surfaces.caps": about, "surfaces.seed_names": about, "surfaces.mapping_seed_to_code": about,
		"suite": about, "repo": about, "commit": about, "how": about, "ops": about,
	}},
}

// about marks what a file says of itself.
const about = "says something about the file"

// TestRecorded decides every case of every family.
func TestRecorded(t *testing.T) {
	eachRecording(t, func(t *testing.T, f *family, all []json.RawMessage) { f.check(t, all) })
}

func eachRecording(t *testing.T, do func(t *testing.T, f *family, all []json.RawMessage)) {
	for i := range recordings {
		r := &recordings[i]
		t.Run(strings.TrimSuffix(r.file, ".json.gz"), func(t *testing.T) {
			var content json.RawMessage
			load(t, r.file, &content)
			for _, f := range r.families(content) {
				t.Run(f.list, func(t *testing.T) { do(t, &f, f.cases(t, content)) })
			}
		})
	}
}

// TestNothingRecordedIsSkipped holds every list of a file to be a family or
// said to be tested elsewhere, and no such word to be about nothing.
func TestNothingRecordedIsSkipped(t *testing.T) {
	for i := range recordings {
		r := &recordings[i]
		t.Run(r.file, func(t *testing.T) {
			var content json.RawMessage
			load(t, r.file, &content)
			known := slices.Collect(maps.Keys(r.apart))
			for _, f := range r.families(content) {
				known = append(known, f.list)
			}
			lists := listsOf(t, content, known)
			slices.Sort(lists)
			for _, name := range lists {
				switch {
				case slices.Contains(known, name):
				case elsewhere():
					t.Logf("%s: not tested: we know no such list", name)
				default:
					t.Errorf("%s: neither tested nor said why not", name)
				}
			}
			for _, name := range known {
				if !elsewhere() && !slices.Contains(lists, name) {
					t.Errorf("%s: no such list", name)
				}
			}
			for _, name := range slices.Sorted(maps.Keys(r.apart)) {
				if why := r.apart[name]; why != about {
					t.Logf("%s: %s", name, why)
				}
			}
		})
	}
}

// listsOf returns the names in a file: of those with a known name inside, the
// inner ones.
func listsOf(t *testing.T, content json.RawMessage, known []string) (lists []string) {
	t.Helper()
	var outer map[string]json.RawMessage
	if err := json.Unmarshal(content, &outer); err != nil {
		t.Fatal(err)
	}
	for name, value := range outer {
		inside := slices.ContainsFunc(known, func(k string) bool { return strings.HasPrefix(k, name+".") })
		if !inside {
			lists = append(lists, name)
			continue
		}
		var inner map[string]json.RawMessage
		if err := json.Unmarshal(value, &inner); err != nil {
			t.Fatal(err)
		}
		for key := range inner {
			lists = append(lists, name+"."+key)
		}
	}
	return lists
}
