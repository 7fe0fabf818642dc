import { sharedPath } from "./shared.ts";

/**
 * Returns the option `dars` of a LocalNet with a version of splice-wallet. Empty if the shared
 * folder lacks it; tests that need it are then skipped by `sharedFile`.
 */
export const walletDars = (version = "0.1.19"): readonly string[] => {
  const path = sharedPath("dars", "localnet", `splice-wallet-${version}.dar`);
  return path === undefined ? [] : [path];
};
