import { type SynchronizerId, withShortNamespace } from "./identifiers.ts";
import type { ProtocolVersion } from "./protocol-version.ts";

/**
 * Returns the physical id of a synchronizer: its id, its protocol version and its serial, which is
 * always 0 here.
 */
export const physicalSynchronizerId = (
  id: SynchronizerId,
  protocolVersion: ProtocolVersion,
): string => `${id}::${protocolVersion}-0`;

/**
 * Returns {@link physicalSynchronizerId} in the form of error texts: `name::1220xxxxxxxx...::35-0`.
 */
export const shownSynchronizerId = (id: SynchronizerId, protocolVersion: ProtocolVersion): string =>
  `${withShortNamespace(id)}::${protocolVersion}-0`;
