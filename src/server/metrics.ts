import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** The figures of this process, shown at `/metrics` to loopback only. */
export type Metrics = {
  /** One call at a door: its route, the word of its answer (or HTTP code) and how long it took. */
  countCall: (door: string, route: string, answer: string, seconds: number) => void
  /** One call turned away because the house was full. */
  countShed: (door: string, urgency: string) => void
  /** Shows a number that is read when the figures are. */
  watch: (name: string, help: string, read: () => number) => void
  contentType: string
  text: () => Promise<string>
  stop: () => void
}

/** Figures of their own registry, so that several apps in one process do not meet. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'baize_' })
  const calls = new Histogram({
    name: 'baize_call_seconds',
    help: 'Calls by door, route and answer.',
    labelNames: ['door', 'route', 'answer'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  const shed = new Counter({
    name: 'baize_shed_total',
    help: 'Calls turned away because the house was full.',
    labelNames: ['door', 'urgency'],
    registers: [registry],
  })
  return {
    countCall: (door, route, answer, seconds) => calls.observe({ door, route, answer }, seconds),
    countShed: (door, urgency) => shed.inc({ door, urgency }),
    watch: (name, help, read) => {
      const gauge: Gauge = new Gauge({ name, help, registers: [registry], collect: (): void => gauge.set(read()) })
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
    stop: () => registry.clear(),
  }
}
