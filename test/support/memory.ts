import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
export const collectGarbage = runInNewContext("gc") as () => void;

/** Memory of the process, on the heap and outside, after a garbage collection; in bytes. */
export const memoryAfterCollection = (): number => {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};
