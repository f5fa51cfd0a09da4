//! Pictures as pixels, drawn by resvg with a font of our own.

use std::sync::{Arc, LazyLock};

use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{Options, Tree, fontdb::Database},
};

use skrifa::{
    FontRef, MetadataProvider as _,
    instance::{LocationRef, Size},
};

use super::{Picture, PictureError};

/// `DejaVu Sans`: Latin, Greek, Cyrillic and what pictures need besides. See `fonts/README.md`.
const FONT: &[u8] = include_bytes!("../../fonts/DejaVuSans-subset.ttf");

/// The fonts of all pictures: those of the machine are not asked, so that every machine draws the
/// same.
static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_data(FONT.to_vec());
    Arc::new(fonts)
});

/// The width of a text in that font, in the size of its letters. A character that the font does
/// not have is as wide as it is high.
pub(super) fn text_width(text: &str) -> f32 {
    static LETTERS: LazyLock<Option<FontRef<'static>>> = LazyLock::new(|| FontRef::new(FONT).ok());
    let Some(font) = &*LETTERS else { return text.chars().count() as f32 };
    let (glyphs, metrics) =
        (font.charmap(), font.glyph_metrics(Size::new(1.0), LocationRef::default()));
    let width = |character| metrics.advance_width(glyphs.map(character)?);
    text.chars().map(|character| width(character).unwrap_or(1.0)).sum()
}

/// The pixels of `picture`, none of them transparent.
pub(super) fn draw(picture: &Picture) -> Result<Pixmap, PictureError> {
    let options = Options { fontdb: Arc::clone(&FONTS), ..Options::default() };
    let tree = Tree::from_str(&picture.svg(), &options)
        .map_err(|error| PictureError::Drawing { reason: error.to_string() })?;
    let (width, height) = picture.pixels();
    let mut pixels = Pixmap::new(width, height).ok_or(PictureError::TooLarge { width, height })?;
    let size = tree.size();
    let scale = Transform::from_scale(width as f32 / size.width(), height as f32 / size.height());
    resvg::render(&tree, scale, &mut pixels.as_mut());
    Ok(pixels)
}

/// `picture` as a PNG file.
pub(super) fn png(picture: &Picture) -> Result<Vec<u8>, PictureError> {
    draw(picture)?.encode_png().map_err(|error| PictureError::Drawing { reason: error.to_string() })
}
