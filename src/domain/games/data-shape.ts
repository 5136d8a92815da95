import { isCount, isObject } from './pasted-text.ts'
import type { Fault } from './slot/structure.ts'

/** The form of data in a pasted text: types and keys, each fault with its field. */

/** The faults of a value's form: its types and its keys. What the values mean is left to `structureFaults`. */
export type Shape = (value: unknown, field: string) => Fault[]

export const shape =
  (fits: (value: unknown) => boolean, fault: string): Shape =>
  (value, field) =>
    fits(value) ? [] : [{ field, fault }]

export const number = shape(isCount, 'is not a whole number')
export const text = shape((value) => typeof value === 'string', 'is not a text')
export const isTrue = shape((value) => value === true, 'is not true')
export const oneOf = (...texts: readonly string[]): Shape =>
  shape((value) => typeof value === 'string' && texts.includes(value), `is none of ${texts.join(', ')}`)

export const at = (field: string, key: string | number): string => (field === '' ? String(key) : `${field}.${key}`)

export function list(item: Shape): Shape {
  return (value, field) =>
    Array.isArray(value)
      ? value.flatMap((one, index) => item(one, at(field, index)))
      : [{ field, fault: 'is not a list' }]
}

export function record(item: Shape): Shape {
  return (value, field) =>
    isObject(value)
      ? Object.entries(value).flatMap(([key, one]) => item(one, at(field, key)))
      : [{ field, fault: 'is not an object' }]
}

export type Keys = Readonly<Record<string, Shape>>

export function object(keys: Keys, optional: Keys = {}): Shape {
  return (value, field) => {
    if (!isObject(value)) return [{ field, fault: 'is not an object' }]
    const all = { ...keys, ...optional }
    const unknown = Object.keys(value).filter((key) => !Object.hasOwn(all, key))
    return [
      ...unknown.map((key) => ({ field: at(field, key), fault: 'is an unknown key' })),
      ...Object.entries(all).flatMap(([key, item]) => {
        if (Object.hasOwn(value, key)) return item(value[key], at(field, key))
        return key in optional ? [] : [{ field: at(field, key), fault: 'is missing' }]
      }),
    ]
  }
}
