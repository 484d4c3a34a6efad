// Command otelcol is the OpenTelemetry Collector with as much as a test of traces needs: it takes OTLP and writes it to a file.
package main

import (
	"log"

	"github.com/open-telemetry/opentelemetry-collector-contrib/exporter/fileexporter"
	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/confmap"
	"go.opentelemetry.io/collector/confmap/provider/envprovider"
	"go.opentelemetry.io/collector/confmap/provider/fileprovider"
	"go.opentelemetry.io/collector/exporter"
	"go.opentelemetry.io/collector/otelcol"
	"go.opentelemetry.io/collector/receiver"
	"go.opentelemetry.io/collector/receiver/otlpreceiver"
)

func components() (otelcol.Factories, error) {
	receives := otlpreceiver.NewFactory()
	exports := fileexporter.NewFactory()
	return otelcol.Factories{
		Receivers: map[component.Type]receiver.Factory{receives.Type(): receives},
		Exporters: map[component.Type]exporter.Factory{exports.Type(): exports},
	}, nil
}

func main() {
	// The collector refuses to start without the scheme that it takes for the default, which is the environment's.
	providers := []confmap.ProviderFactory{fileprovider.NewFactory(), envprovider.NewFactory()}
	command := otelcol.NewCommand(otelcol.CollectorSettings{
		BuildInfo: component.BuildInfo{Command: "otelcol", Description: "OpenTelemetry Collector for tests"},
		Factories: components,
		ConfigProviderSettings: otelcol.ConfigProviderSettings{
			ResolverSettings: confmap.ResolverSettings{ProviderFactories: providers},
		},
	})
	if err := command.Execute(); err != nil {
		log.Fatal(err)
	}
}
