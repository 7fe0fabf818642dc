/** The previous major version of Express; the parts used in tests are the same. */
declare module "express4" {
  import express from "express";

  export default express;
}
