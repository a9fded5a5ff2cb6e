package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"familiar/internal/await"
	"familiar/internal/long"
	"familiar/internal/natstest"
)

// manifests is what a cluster's operator starts from.
const manifests = "../../packaging/kubernetes"

// A kubernetesObject is what this test reads of one.
type kubernetesObject struct {
	Kind string
	Spec struct {
		Replicas int
		Ports    []struct{ TargetPort any }
		Selector map[string]any
		Template struct {
			Metadata struct{ Labels map[string]string }
			Spec     struct {
				TerminationGracePeriodSeconds int
				Containers                    []container
				Volumes                       []struct {
					Name      string
					ConfigMap struct{ Name string }
				}
			}
		}
	}
}

type container struct {
	Args []string
	Env  []struct{ Name string }
	// Names of the ports that Services and probes lead to.
	Ports []struct {
		Name          string
		ContainerPort int
	}
	StartupProbe, LivenessProbe, ReadinessProbe struct {
		HTTPGet struct{ Path, Port string }
	}
	VolumeMounts []struct{ Name, MountPath string }
}

// kubernetesObjects reads every object of the files that the kustomization names.
func kubernetesObjects(t *testing.T) (all []kubernetesObject, config map[string][]byte) {
	t.Helper()
	var top struct {
		Resources          []string
		ConfigMapGenerator []struct {
			Name  string
			Files []string
		}
	}
	decodeManifest(t, "kustomization.yaml", &top)
	for _, file := range top.Resources {
		var objects []kubernetesObject
		decodeManifest(t, file, &objects)
		all = append(all, objects...)
	}
	config = map[string][]byte{}
	for _, file := range top.ConfigMapGenerator[0].Files {
		config[path.Base(file)] = readManifest(t, file)
	}
	return all, config
}

// decodeManifest reads a file of YAML, whose names are written as Go's JSON takes them;
// into a slice if it has several documents.
func decodeManifest(t *testing.T, name string, into any) {
	t.Helper()
	var all []any
	for decoder := yaml.NewDecoder(bytes.NewReader(readManifest(t, name))); ; {
		var one any
		err := decoder.Decode(&one)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all = append(all, one)
	}
	var text []byte
	var err error
	if len(all) == 1 {
		text, err = json.Marshal(all[0])
	} else {
		text, err = json.Marshal(all)
	}
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

func readManifest(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(manifests, name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestKubernetes runs the program as the manifests say, on three NATS servers, and asks
// it what the probes ask.
func TestKubernetes(t *testing.T) {
	long.Test(t)
	objects, config := kubernetesObjects(t)
	k := slices.IndexFunc(objects, func(o kubernetesObject) bool { return o.Kind == "StatefulSet" })
	pod := objects[k].Spec.Template
	c := pod.Spec.Containers[0]
	for _, e := range c.Env {
		t.Setenv(e.Name, strings.Repeat("token", 8))
	}
	mounted, _ := path.Split(c.Args[len(c.Args)-1])
	if !slices.ContainsFunc(c.VolumeMounts, func(m struct{ Name, MountPath string }) bool { return m.Name == "config" && m.MountPath+"/" == mounted }) {
		t.Errorf("the configuration is not mounted at %s, where %q has it", mounted, c.Args)
	}
	folder, data, url, port := t.TempDir(), t.TempDir(), natstest.Start(t, 3).URL(), c.Ports[0].ContainerPort
	for name, text := range config {
		if err := os.WriteFile(filepath.Join(folder, name), here(t, text, url, data, port), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(folder, path.Base(c.Args[len(c.Args)-1]))
	ask(t, "check", file).wants(0, `is valid`)
	p := launch(t, append(slices.Clone(c.Args[:len(c.Args)-1]), file)...)
	address := strings.TrimSuffix(p.until(`(http://[^/]+)/`, 1)[1], "/")
	for _, probe := range []struct{ Path, Port string }{c.StartupProbe.HTTPGet, c.LivenessProbe.HTTPGet, c.ReadinessProbe.HTTPGet} {
		if probe.Port != c.Ports[0].Name {
			t.Errorf("port %q of the probe %s is none of the container's", probe.Port, probe.Path)
		}
		await.Until(t, "a good answer at "+probe.Path, func() bool {
			answer, err := http.Get(address + probe.Path)
			if err != nil {
				return false
			}
			answer.Body.Close()
			return answer.StatusCode == http.StatusOK
		})
	}
	for _, o := range objects {
		for _, port := range o.Spec.Ports {
			if port.TargetPort != c.Ports[0].Name {
				t.Errorf("a Service leads to port %v, which the container hasn't", port.TargetPort)
			}
		}
		selector := o.Spec.Selector
		if labels, nested := selector["matchLabels"].(map[string]any); nested {
			selector = labels
		}
		for label, value := range selector {
			if pod.Metadata.Labels[label] != value {
				t.Errorf("%s selects pods by %s=%v, and they have %v", o.Kind, label, value, pod.Metadata.Labels)
			}
		}
	}
	p.quit()
}

// here makes a configuration of the manifests one of this machine; others stay.
func here(t *testing.T, text []byte, url, data string, port int) []byte {
	t.Helper()
	for from, to := range map[string]string{
		`url = "nats://nats:4222"`: `url = "` + url + `"`, `data = "/data"`: `data = "` + filepath.ToSlash(data) + `"`,
		fmt.Sprintf(`listen = "0.0.0.0:%d"`, port): `listen = "127.0.0.1:0"`, "max_mb = 8192": "max_mb = 256\nobserved_mb = 64",
	} {
		if was := text; bytes.Contains(was, []byte("[journal]")) {
			if text = bytes.ReplaceAll(was, []byte(from), []byte(to)); bytes.Equal(text, was) {
				t.Errorf("the configuration lacks %s", from)
			}
		}
	}
	return text
}

// TestKubernetesNATS: the servers of the chart are as many as the journal's copies, and
// each has room for one.
func TestKubernetesNATS(t *testing.T) {
	var chart struct {
		Config struct {
			Cluster   struct{ Replicas int }
			JetStream struct {
				FileStore struct{ PVC struct{ Size string } }
			}
		}
	}
	decodeManifest(t, "nats-values.yaml", &chart)
	_, config := kubernetesObjects(t)
	number := func(expression string) int {
		found := regexp.MustCompile(expression).FindSubmatch(config["familiar.toml"])
		if found == nil {
			t.Fatalf("the configuration lacks %s, only %q", expression, slices.Collect(maps.Keys(config)))
		}
		n, err := strconv.Atoi(string(found[1]))
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if replicas := number(`\nreplicas = (\d+)`); chart.Config.Cluster.Replicas != replicas {
		t.Errorf("%d servers, %d copies", chart.Config.Cluster.Replicas, replicas)
	}
	size, gigabytes := strings.CutSuffix(chart.Config.JetStream.FileStore.PVC.Size, "Gi")
	if room, err := strconv.Atoi(size); err != nil || !gigabytes || room*1024 <= number(`max_mb = (\d+)`) {
		t.Errorf("a server has %s of room", chart.Config.JetStream.FileStore.PVC.Size)
	}
}
