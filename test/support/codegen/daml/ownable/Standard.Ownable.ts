// Standard.Ownable of ownable 1.0.0
// By ledger-in-a-box codegen: do not edit

import {
  type Choice,
  type ContractId,
  type Interface,
  interfaceOf,
  type Party,
} from "../contracts.ts";
import { home } from "./package.ts";

export interface View {
  readonly owner: Party;
  readonly label: string;
}

export declare namespace Ownable {
  type Id = ContractId<"ownable:Standard.Ownable:Ownable">;

  interface Constant extends Interface<Id, View> {
    readonly Rename: Choice<Id, Rename, string>;
  }
}

export const Ownable: Ownable.Constant =
  /* @__PURE__ */ interfaceOf(home, "Standard.Ownable:Ownable", {
    Rename: "nonconsuming",
  });

export interface Rename {
  readonly label: string;
}
