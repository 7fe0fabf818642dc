/** Bytes that are described, encoded or hashed in the time of a step of Daml code. */
const bytesOfStep = 32;

/** What a node costs of a turn, however little it says. */
const stepsOfNode = 20;

/** What has become of so many bytes of a node, in steps of a turn. */
export const stepsOfBytes = (bytes: number): number => stepsOfNode + bytes / bytesOfStep;
