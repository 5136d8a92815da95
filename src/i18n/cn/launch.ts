import type { LaunchMessages } from '../ko/launch.ts'

export const messages = {
  launch: {
    title: '打开游戏',
    blockedPopup: '浏览器拦截了新窗口，请点击下方按钮打开游戏。',
    openHere: '打开游戏',
    blocked: '账户受限，无法打开游戏。',
    excluded: '暂停或自我排除期间无法进行游戏。',
    limit: '已达到您设置的限额。',
    soon: '推出后，您可在此直接开始游戏。',
    watchHint: '无需登录即可观看已记录的一局。',
    watch: '观看一局',
    closed: '有一局未通过结果核查，该游戏已关闭。其他游戏可照常进行。',
  },
} as const satisfies LaunchMessages
