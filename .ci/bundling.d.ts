import type { Plugin } from "esbuild";

export declare const nodeBundleOptions: {
  readonly bundle: true;
  readonly format: "esm";
  readonly platform: "node";
  readonly target: "node20";
  readonly packages: "external";
};

export declare const createSourceLocationPlugin: (
  changed?: (source: string, path: string) => string,
) => Plugin;
