type AnyClass = abstract new (...parameters: never[]) => unknown

/** A class decorator, TC39 or legacy, that leaves the class as it is. */
export type ClassMarker = (target: AnyClass, context?: ClassDecoratorContext) => void

/**
 * Marks a file as one of several modules: every module class in it gets an ID of its own. Written `@multiClass` or
 * `@multiClass()` on any of them. It does nothing; the scanner reads it, and the plugin takes it out.
 */
export function multiClass(): ClassMarker
export function multiClass(target: AnyClass, context?: ClassDecoratorContext): void
/* @__NO_SIDE_EFFECTS__ */
export function multiClass(target?: AnyClass): ClassMarker | undefined {
  return target ? undefined : () => {}
}
