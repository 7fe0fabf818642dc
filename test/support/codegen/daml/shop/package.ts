// shop 1.0.0
// Made by ledger-in-a-box codegen: do not edit.

import type { Package } from "../contracts.ts";

export const home: Package = {
  name: "shop",
  version: "1.0.0",
  id: "2536c44e5ec198f960a7444ab9efcfe5d91ff6fff666f2c04b113928c8ef6431",
};
