import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** The metrics of this process, shown at `/metrics` to loopback only. */
export type Metrics = {
  /** Records one call: its route, the status of its answer (or HTTP code) and its duration. */
  countCall: (api: string, route: string, answer: string, seconds: number) => void
  /** Counts one call rejected by overload. */
  countShed: (api: string, urgency: string) => void
  /** Counts one connection of a listener that its bounds closed. */
  countRefusedConnection: (listener: string, why: string) => void
  /** Registers a gauge that is read at each scrape. */
  watch: (name: string, help: string, read: () => number) => void
  contentType: string
  text: () => Promise<string>
  stop: () => void
}

/** Metrics in a registry of their own, so that several apps in one process do not collide. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'baize_' })
  const calls = new Histogram({
    name: 'baize_call_seconds',
    help: 'Duration of calls by API, route and answer.',
    labelNames: ['api', 'route', 'answer'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  const shed = new Counter({
    name: 'baize_shed_total',
    help: 'Calls rejected by overload.',
    labelNames: ['api', 'urgency'],
    registers: [registry],
  })
  const refusedConnections = new Counter({
    name: 'baize_connections_refused_total',
    help: 'Connections closed by the bounds of their listener.',
    labelNames: ['listener', 'why'],
    registers: [registry],
  })
  return {
    countCall: (api, route, answer, seconds) => calls.observe({ api, route, answer }, seconds),
    countShed: (api, urgency) => shed.inc({ api, urgency }),
    countRefusedConnection: (listener, why) => refusedConnections.inc({ listener, why }),
    watch: (name, help, read) => {
      const gauge: Gauge = new Gauge({ name, help, registers: [registry], collect: (): void => gauge.set(read()) })
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
    stop: () => registry.clear(),
  }
}
