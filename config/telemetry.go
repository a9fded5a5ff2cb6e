package config

// telemetry checks where traces and metrics go.
func (v *validation) telemetry() { v.values("telemetry", v.Telemetry.Validate()) }
