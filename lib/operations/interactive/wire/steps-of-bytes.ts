/** Number of bytes that are described, encoded or hashed in the time of one step of Daml code. */
const bytesOfStep = 32;

/** Minimum number of steps of a node. */
const stepsOfNode = 20;

/** Returns the number of steps for processing a node of this size. */
export const stepsOfBytes = (bytes: number): number => stepsOfNode + bytes / bytesOfStep;
