package telemetry_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// TestCompose: each file of the folder parses, images are pinned, and ports
// are open to this machine only.
func TestCompose(t *testing.T) {
	err := filepath.WalkDir(examples, func(path string, _ fs.DirEntry, err error) error {
		if ext := filepath.Ext(path); err != nil || ext != ".yaml" && ext != ".yml" {
			return err
		}
		var parsed map[string]any
		if err := yaml.Unmarshal(read(t, strings.TrimPrefix(path, examples)), &parsed); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var compose struct {
		Services map[string]struct {
			Image          string
			Ports, Volumes []string
			NetworkMode    string `yaml:"network_mode"`
			Command        []string
			Environment    map[string]string
		}
	}
	if err := yaml.Unmarshal(read(t, "compose.yaml"), &compose); err != nil {
		t.Fatal(err)
	}
	if len(compose.Services) != 3 {
		t.Errorf("%d services, want 3", len(compose.Services))
	}
	pinned := regexp.MustCompile(`:v?\d+\.\d+\.\d+$`)
	for name, s := range compose.Services {
		if !pinned.MatchString(s.Image) {
			t.Errorf("%s: the image %s is not pinned", name, s.Image)
		}
		for _, port := range s.Ports {
			if !strings.HasPrefix(port, "127.0.0.1:") {
				t.Errorf("%s: %s is open to others", name, port)
			}
		}
		if s.NetworkMode == "host" && s.Environment["GF_SERVER_HTTP_ADDR"] != "127.0.0.1" && !slices.Contains(s.Command, "--web.listen-address=127.0.0.1:9090") {
			t.Errorf("%s is open to others", name)
		}
		for _, v := range s.Volumes {
			file, _, _ := strings.Cut(v, ":")
			if !strings.HasPrefix(file, "./") {
				continue
			}
			if _, err := os.Stat(examples + file); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}
