import type { Translation } from '../catalogue.ts'

/** Messages of the maintenance bar. */
export const messages = {
  maintenance: {
    until: '{time}까지 게임을 새로 열 수 없습니다. 진행 중인 게임은 끝까지 진행됩니다.',
    open: '당분간 게임을 새로 열 수 없습니다. 진행 중인 게임은 끝까지 진행됩니다.',
    title: '점검 중입니다.',
  },
} as const

export type MaintenanceMessages = Translation<typeof messages>
