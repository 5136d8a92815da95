import type { SiteLanguage } from '#domain/site-language.ts'

/** The texts of the demo brand in the five languages of the site. Korean is the original. */

type LocalisedText = Record<SiteLanguage, { title: string; contents: string }>
type BannerText = Record<SiteLanguage, { title: string; text: string; action: string }>

/** Newest first. */
export const notices: readonly LocalisedText[] = [
  {
    ko: {
      title: '녹턴 정식 오픈 안내',
      contents:
        '<p>밤이 깊을수록 빛나는 곳, <strong>녹턴</strong>이 정식 오픈했습니다.</p><p>저희가 직접 만든 게임을, 누구나 결과를 검증할 수 있는 방식으로 선보입니다. 첫 작품은 <strong>황금 호랑이</strong>입니다.</p>',
    },
    en: {
      title: 'Nocturne opens its doors',
      contents:
        '<p><strong>Nocturne</strong>, the place that shines brighter as the night grows deeper, is now open.</p><p>We make our games ourselves, and anyone can verify every result. The first is <strong>Golden Tiger</strong>.</p>',
    },
    jp: {
      title: 'ノクターン、オープンのお知らせ',
      contents:
        '<p>夜が更けるほど輝く場所、<strong>ノクターン</strong>がオープンいたしました。</p><p>すべて自社制作のゲームで、結果はどなたでも検証いただけます。第一作は<strong>黄金の虎</strong>です。</p>',
    },
    vn: {
      title: 'Nocturne chính thức mở cửa',
      contents:
        '<p><strong>Nocturne</strong>, nơi càng về khuya càng rực rỡ, đã mở cửa.</p><p>Mọi trò chơi đều do chúng tôi tự làm và ai cũng có thể tự kiểm chứng kết quả. Trò đầu tiên là <strong>Hổ Vàng</strong>.</p>',
    },
    cn: {
      title: 'NOCTURNE 正式开放',
      contents:
        '<p>夜越深，越璀璨。<strong>NOCTURNE</strong> 正式开放。</p><p>所有游戏均为自主制作，任何人都可以验证每一局的结果。首款作品是<strong>黄金虎</strong>。</p>',
    },
  },
  {
    ko: {
      title: '입금과 출금은 이렇게 진행됩니다',
      contents:
        '<ul><li>입금: 금액을 적어 신청하시면 담당자가 확인한 뒤 보유머니에 반영됩니다.</li><li>출금: 신청하시는 즉시 금액이 따로 보관되고, 담당자가 처리하면 완료됩니다.</li><li>신청 내역은 <a href="/deposit">입금</a>과 <a href="/withdraw">출금</a> 페이지에서 언제든 확인하실 수 있습니다.</li></ul><p>지금은 가상 머니로 운영됩니다. 실제 돈을 송금하지 마세요.</p>',
    },
    en: {
      title: 'How deposits and withdrawals work',
      contents:
        '<ul><li>Deposit: file a request with the amount; once our staff have checked it, it is added to your balance.</li><li>Withdrawal: the amount is set aside as soon as you file the request, and paid once our staff have processed it.</li><li>You can always see your requests on the <a href="/deposit">deposit</a> and <a href="/withdraw">withdrawal</a> pages.</li></ul><p>The site runs on play money for now. Please do not send real money.</p>',
    },
    jp: {
      title: '入金と出金の流れについて',
      contents:
        '<ul><li>入金：金額を入力してお申し込みください。担当者が確認後、残高に反映いたします。</li><li>出金：お申し込みと同時に金額をお預かりし、担当者の処理をもって完了となります。</li><li>お申し込みの状況は<a href="/deposit">入金</a>・<a href="/withdraw">出金</a>ページでいつでもご確認いただけます。</li></ul><p>現在は仮想マネーで運営しております。実際のお金は送金しないでください。</p>',
    },
    vn: {
      title: 'Quy trình nạp và rút tiền',
      contents:
        '<ul><li>Nạp tiền: gửi yêu cầu kèm số tiền, sau khi nhân viên xác nhận, tiền sẽ được cộng vào số dư.</li><li>Rút tiền: số tiền được giữ riêng ngay khi bạn gửi yêu cầu và hoàn tất khi nhân viên xử lý xong.</li><li>Bạn có thể xem các yêu cầu bất cứ lúc nào ở trang <a href="/deposit">nạp tiền</a> và <a href="/withdraw">rút tiền</a>.</li></ul><p>Hiện tại trang dùng tiền chơi thử. Vui lòng không chuyển tiền thật.</p>',
    },
    cn: {
      title: '存款与取款流程说明',
      contents:
        '<ul><li>存款：填写金额并提交申请，经工作人员确认后计入余额。</li><li>取款：提交后金额立即单独保管，工作人员处理后即告完成。</li><li>您可随时在<a href="/deposit">存款</a>和<a href="/withdraw">取款</a>页面查看申请进度。</li></ul><p>目前使用虚拟币运营，请勿转入真实资金。</p>',
    },
  },
  {
    ko: {
      title: '콤프 적립 안내',
      contents:
        '<p>베팅하실 때마다 콤프가 쌓입니다. 적립률은 등급에 따라 다르며, 베팅별 적립 내역은 <a href="/comp">콤프</a> 페이지에서 확인하실 수 있습니다. 1콤프부터 바로 보유머니로 전환하실 수 있습니다.</p>',
    },
    en: {
      title: 'About comp points',
      contents:
        '<p>Every bet earns comp. The rate depends on your level, and the <a href="/comp">comp</a> page shows what each bet has earned. You can convert comp into balance from just 1 comp.</p>',
    },
    jp: {
      title: 'コンプポイントのご案内',
      contents:
        '<p>ベットのたびにコンプが貯まります。付与率は会員レベルにより異なり、ベットごとの内訳は<a href="/comp">コンプ</a>ページでご確認いただけます。1コンプから残高に交換できます。</p>',
    },
    vn: {
      title: 'Hướng dẫn tích điểm thưởng',
      contents:
        '<p>Mỗi lần cược, bạn đều được cộng điểm thưởng. Tỷ lệ tùy theo cấp, chi tiết từng lượt cược có ở trang <a href="/comp">Điểm thưởng</a>. Từ 1 điểm trở lên, bạn có thể đổi vào số dư.</p>',
    },
    cn: {
      title: '返点积分说明',
      contents:
        '<p>每次投注都会累积返点。返点率依等级而定，每笔投注的明细可在<a href="/comp">返点</a>页面查看，满1返点即可兑换为余额。</p>',
    },
  },
]

export const popup: LocalisedText = {
  ko: {
    title: '녹턴에 오신 것을 환영합니다',
    contents:
      '<p style="text-align:center">첫 번째 작품 <strong>황금 호랑이</strong>가 기다리고 있습니다.</p><p style="text-align:center">가상 머니로 마음껏 즐겨 보세요.</p>',
  },
  en: {
    title: 'Welcome to Nocturne',
    contents:
      '<p style="text-align:center">Our first game, <strong>Golden Tiger</strong>, awaits you.</p><p style="text-align:center">Enjoy it with play money.</p>',
  },
  jp: {
    title: 'ノクターンへようこそ',
    contents:
      '<p style="text-align:center">第一作<strong>黄金の虎</strong>がお待ちしております。</p><p style="text-align:center">仮想マネーで心ゆくまでお楽しみください。</p>',
  },
  vn: {
    title: 'Chào mừng bạn đến với Nocturne',
    contents:
      '<p style="text-align:center">Trò chơi đầu tiên <strong>Hổ Vàng</strong> đang chờ bạn.</p><p style="text-align:center">Hãy thoải mái trải nghiệm bằng tiền chơi thử.</p>',
  },
  cn: {
    title: '欢迎来到 NOCTURNE',
    contents:
      '<p style="text-align:center">首款作品<strong>黄金虎</strong>恭候您的光临。</p><p style="text-align:center">请使用虚拟币尽情体验。</p>',
  },
}

/** The note to the member `demo`, in all languages; operators write notes in one. */
export const note: LocalisedText = {
  ko: {
    title: '가입을 축하드립니다',
    contents:
      '<p>demo 님, 녹턴의 회원이 되신 것을 진심으로 환영합니다.</p><p>가상 머니 1,000,000원을 넣어 드렸습니다. 궁금한 점은 <a href="/help">고객센터</a>로 편하게 문의해 주세요.</p>',
  },
  en: {
    title: 'Welcome aboard',
    contents:
      '<p>Dear demo, a warm welcome to Nocturne.</p><p>We have put ₩1,000,000 of play money into your balance. If you have any questions, our <a href="/help">support</a> is happy to help.</p>',
  },
  jp: {
    title: 'ご登録ありがとうございます',
    contents:
      '<p>demo 様、ノクターンへようこそ。</p><p>仮想マネー1,000,000ウォンを残高にお入れしました。ご不明な点は<a href="/help">サポート</a>までお気軽にお問い合わせください。</p>',
  },
  vn: {
    title: 'Chào mừng thành viên mới',
    contents:
      '<p>Chào demo, rất vui được đón bạn đến với Nocturne.</p><p>Chúng tôi đã cộng 1.000.000 won tiền chơi thử vào số dư của bạn. Nếu có thắc mắc, hãy liên hệ <a href="/help">hỗ trợ</a>.</p>',
  },
  cn: {
    title: '欢迎加入',
    contents:
      '<p>demo，欢迎成为 NOCTURNE 的会员。</p><p>我们已为您发放 1,000,000韩元虚拟币。如有疑问，欢迎随时联系<a href="/help">客服中心</a>。</p>',
  },
}

/** A banner leads to a path of the site, or opens the game of this English name. */
type BannerAim = { link: string } | { game: string }

export const banners: readonly (BannerAim & { image: string; texts: BannerText })[] = [
  {
    image: 'banner/tiger',
    game: 'Golden Tiger',
    texts: {
      ko: { title: '밤은 길고, 호랑이는 깨어 있다', text: '녹턴의 첫 작품, 황금 호랑이', action: '지금 플레이' },
      en: {
        title: 'The night is long. The tiger is awake.',
        text: 'Golden Tiger, the first of our own',
        action: 'Play now',
      },
      jp: { title: '夜は長く、虎は目を覚ます', text: 'ノクターン第一作「黄金の虎」', action: '今すぐプレイ' },
      vn: {
        title: 'Đêm còn dài, mãnh hổ đã thức giấc',
        text: 'Hổ Vàng, tác phẩm đầu tiên của Nocturne',
        action: 'Chơi ngay',
      },
      cn: { title: '长夜未央，猛虎已醒', text: 'NOCTURNE 首款作品《黄金虎》', action: '立即开始' },
    },
  },
  {
    image: 'banner/lotus',
    game: 'Lotus Falls',
    texts: {
      ko: { title: '물은 흐르고, 연꽃은 다시 핀다', text: '새로운 게임, 연꽃 폭포', action: '지금 플레이' },
      en: { title: 'Water falls. The lotus opens again.', text: 'New: Lotus Falls', action: 'Play now' },
      jp: { title: '水は流れ、蓮はまた開く', text: '新作「蓮の滝」', action: '今すぐプレイ' },
      vn: { title: 'Nước cứ tuôn, sen lại nở', text: 'Trò chơi mới: Thác Hoa Sen', action: 'Chơi ngay' },
      cn: { title: '飞瀑不息，莲花再开', text: '新作《莲花瀑布》', action: '立即开始' },
    },
  },
  {
    image: 'banner/fairness',
    link: '/fairness',
    texts: {
      ko: {
        title: '결과는 플레이 전에 봉인됩니다',
        text: '모든 게임은 누구나 직접 검증하실 수 있습니다',
        action: '직접 검증하기',
      },
      en: {
        title: 'Sealed before you play',
        text: 'Every round can be verified by anyone',
        action: 'See how it works',
      },
      jp: {
        title: '結果はプレイの前に封印されます',
        text: 'すべてのゲームをご自身で検証いただけます',
        action: '確かめてみる',
      },
      vn: {
        title: 'Kết quả được niêm phong trước khi chơi',
        text: 'Ai cũng có thể tự kiểm chứng từng ván',
        action: 'Kiểm chứng ngay',
      },
      cn: { title: '结果在游戏之前已封存', text: '每一局，任何人都可以亲自验证', action: '亲自验证' },
    },
  },
  {
    image: 'banner/comp',
    link: '/comp',
    texts: {
      ko: { title: '베팅할 때마다 쌓이는 콤프', text: '1콤프부터 바로 전환하실 수 있습니다', action: '콤프 보기' },
      en: { title: 'Comp with every bet', text: 'Convert from just 1 comp', action: 'See comp' },
      jp: { title: 'ベットのたびに貯まるコンプ', text: '1コンプからすぐに残高へ交換できます', action: 'コンプを見る' },
      vn: { title: 'Mỗi lần cược đều có điểm thưởng', text: 'Đổi vào số dư ngay từ 1 điểm', action: 'Xem điểm thưởng' },
      cn: { title: '每次投注，都有返点', text: '满1返点即可兑换为余额', action: '查看返点' },
    },
  },
]
