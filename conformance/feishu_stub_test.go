package conformance
import "encoding/json"
func feishuFamilies(json.RawMessage) []family { return nil }
func modesFamilies(json.RawMessage) []family { return nil }
