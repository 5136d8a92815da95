import type { ConnectionBounds } from './connection-bounds.ts'

/**
 * How the descriptors of the process are shared out: what the program itself opens, the office and the site have their parts, so that
 * neither visitors of the site nor callers of the office can take those of the others.
 */
export type DescriptorShares = {
  site: ConnectionBounds
  office: ConnectionBounds
  /** Of the site's connections, how many may be live sockets. */
  liveSockets: number
  /** Whether the system gives the process so few that a busy site is full. */
  isScarce: boolean
}

/** Beside connections to the database: listeners, threads, logs, files that are read, calls to providers. */
const fewestOwn = 64
const ownShare = 0.1
const officeShare = 0.125
const mostOfOffice = 4_096
/** 20 000 live sockets and the connections of calls; where more descriptors are allowed, memory ends first. */
const mostOfSite = 32_768
const liveShare = 0.6
const mostLive = 20_000
const mostPerAddress = 1_024
const mostPerNetwork = 4_096
const scarce = 4_096
/** As many as count where the system has no limit. */
const enough = 1_000_000

/** `limit` is that of open files of this process (`readDescriptorLimit`), `databaseConnections` the most it opens. */
export function shareDescriptors(limit: number, databaseConnections: number): DescriptorShares {
  const allowed = Math.min(limit, enough)
  const own = databaseConnections + Math.max(fewestOwn, Math.ceil(allowed * ownShare))
  const left = Math.max(0, allowed - own)
  const office = Math.min(mostOfOffice, Math.floor(left * officeShare))
  const site = Math.min(mostOfSite, left - office)
  return {
    site: boundsOf(site),
    office: boundsOf(office),
    liveSockets: Math.min(mostLive, Math.floor(site * liveShare)),
    isScarce: limit < scarce,
  }
}

/** The bounds of a listener with so many descriptors; one of them is for the connection that is decided about. */
function boundsOf(descriptors: number): ConnectionBounds {
  const most = Math.max(1, descriptors - 1)
  return {
    most,
    perAddress: Math.min(mostPerAddress, Math.ceil(most / 4)),
    perNetwork: Math.min(mostPerNetwork, Math.ceil(most / 2)),
  }
}

/** The limit of open files of this process; infinite where the system has none or reports none. */
export function readDescriptorLimit(): number {
  // The types do not have it yet; without it the report looks up the names of all peers.
  const report = process.report as typeof process.report & { excludeNetwork: boolean }
  const { excludeNetwork } = report
  report.excludeNetwork = true
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft: number | string } } }
  report.excludeNetwork = excludeNetwork
  const soft = Number(userLimits?.open_files?.soft)
  return Number.isFinite(soft) && soft > 0 ? soft : Infinity
}
