/**
 * Number of bytes that can be described, encoded or hashed in the time that one step of Daml code
 * takes.
 */
const bytesOfStep = 32;

/** Number of steps that each node counts as, in addition to its bytes. */
const stepsOfNode = 20;

/** Returns the number of steps for processing a node of this size. */
export const countStepsForBytes = (bytes: number): number => stepsOfNode + bytes / bytesOfStep;
