/** The reel strips of Ruby Seven. */
export const rubySevenStrips = {
  base: [
    'lemon cherry lemon bar bell seven star plum wheel star lemon cherry plum lemon star plum cherry bell cherry wheel bar plum seven bar',
    'lemon bell star bar seven star lemon plum ruby bell plum cherry plum lemon star cherry plum bell bar lemon cherry wheel seven lemon wheel cherry bar ruby',
    'bell plum star plum wheel lemon star bell lemon cherry seven cherry bar cherry bar lemon star bar plum lemon cherry seven bell plum lemon plum',
  ],
}
